import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')

test('the glossary names what is in the code', () => {
  const text = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
  const named = [...text.matchAll(/\| `(\w+)` in `([\w./-]+)` \|/g)]
  const rows = text.split('\n').filter((line) => line.startsWith('| ')).length - 1
  assert.equal(named.length, rows, 'every row says where its term is')
  for (const [, name, file] of named) {
    assert.ok(existsSync(join(root, file!)), `${file} is not there`)
    const words = readFileSync(join(root, file!), 'utf8').match(/\w+/g)!
    assert.ok(words.includes(name!), `${file} does not speak of ${name}`)
  }
})
