import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const web = join(import.meta.dirname, '../../web')
const textOf = (pattern: string) =>
  globSync(pattern, { cwd: web })
    .map((file) => readFileSync(join(web, file), 'utf8'))
    .join('\n')
const namesIn = (text: string, pattern: RegExp) =>
  new Set([...text.matchAll(pattern)].map(([, name]) => name))

// A browser says nothing of a property that nobody sets: the colour is that of the text around it.
test('every custom property that a style uses is set somewhere', () => {
  const [styles, screens] = [textOf('**/*.css'), textOf('**/*.tsx')]
  const used = namesIn(styles, /var\(\s*(--[\w-]+)/g)
  const set = namesIn(styles, /(--[\w-]+)\s*:/g).union(namesIn(screens, /'(--[\w-]+)'/g))
  assert.deepEqual([...used.difference(set)], [])
})
