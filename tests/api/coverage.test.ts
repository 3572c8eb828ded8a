/** Keeps docs/coverage.md true: every test that it names must exist. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const scripts = JSON.parse(read('package.json')).scripts as Record<string, string>

/** The rows of the tables: the requirement, and the last cell, which names its test. */
const rows = read('docs/coverage.md')
  .split('\n')
  .filter((line) => /^\| *[A-Z]+-/.test(line))
  .map((line) =>
    line
      .slice(1)
      .replace(/\|\s*$/, '')
      .split('|'),
  )
  .map((cells) => ({ id: cells[0]!.trim(), shown: cells.at(-1)!.trim() }))

const one = (text: string) => text.replace(/\\(.)/g, '$1').replace(/\s+/g, ' ')

/**
 * The titles in a test file as they are in its source. Where a table fills in a `${…}`, all strings of the
 * file count.
 */
function titlesOf(file: string): string[] {
  const source = read(file)
  const calls = /\b(?:test|describe|it|journey)\(\s*(?:(['"`])((?:\\.|(?!\1)[^\\])*)\1)?/g
  const titles = [...source.matchAll(calls)].map((match) => match[2])
  const isFilled = titles.some((title) => title === undefined || title.includes('${'))
  const words = isFilled ? [...source.matchAll(/(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g)].map((m) => m[2]!) : []
  return [...titles.filter((title) => title !== undefined), ...words].map(one)
}

/** What is wrong with the proof of a row; undefined when it is valid. */
function faultOf(proof: string): string | undefined {
  if (/^(not met|no test): .{3}/.test(proof)) return undefined
  const command = /^command: npm (?:run )?([\w-]+)/.exec(proof)
  if (command) return command[1]! in scripts ? undefined : 'no such command'
  const [, file, words] = /^((?:tests|domain)\/[\w./-]+\.test\.ts): (.+)$/.exec(proof) ?? []
  if (!file || !words) return 'neither a test, a command, nor a reason'
  if (!existsSync(join(root, file))) return 'no such file'
  return titlesOf(file).some((title) => title.includes(one(words))) ? undefined : 'no test of that title'
}

describe('the coverage page', () => {
  test('has one well-formed row for each requirement', () => {
    const ids = rows.map(({ id }) => id)
    assert.ok(ids.length > 0)
    assert.deepEqual(
      ids.filter((id) => !/^[A-Z]{3}-\d{3}$/.test(id)),
      [],
    )
    assert.deepEqual(
      ids.filter((id, i) => ids.indexOf(id) !== i),
      [],
    )
  })

  test('names tests and commands that exist', () => {
    const faults = rows.flatMap(({ id, shown }) =>
      shown.split(' · ').flatMap((proof) => {
        const fault = faultOf(proof.trim())
        return fault ? [`${id}: ${fault}: ${proof}`] : []
      }),
    )
    assert.deepEqual(faults, [])
  })
})

test('the page of stumbles has each number once, with tests that exist', () => {
  const lines = read('docs/stumbles.md')
    .split('\n')
    .filter((line) => line.startsWith('| STU-'))
    .map((line) =>
      line
        .slice(1)
        .replace(/\|\s*$/, '')
        .split('|'),
    )
  assert.deepEqual(
    lines.map(([id]) => Number(id!.trim().slice(4))),
    Array.from({ length: 21 }, (_, i) => 16 + i),
  )
  const faults = lines.flatMap((cells) =>
    cells
      .at(-1)!
      .split(' · ')
      .flatMap((proof) => {
        const fault = faultOf(proof.trim())
        return fault ? [`${cells[0]!.trim()}: ${fault}: ${proof.trim()}`] : []
      }),
  )
  assert.deepEqual(faults, [])
})

for (const page of ['attacks', 'security'])
  test(`the page of ${page} names tests that exist`, () => {
    const shown = read(`docs/${page}.md`)
      .split('\n')
      .filter((line) => line.startsWith('| ') && line.includes('.test.ts'))
      .flatMap((line) => line.split('|').at(-2)!.split(' · '))
      .map((proof) => proof.trim())
    assert.ok(shown.length > 30)
    const faults = shown.map((proof) => {
      const [file = '', ...words] = proof.split(': ')
      const path = ['', 'tests/api/', 'tests/process/'].map((folder) => folder + file).find(isThere)
      if (!path) return `${proof}: no such file`
      if (words.length === 0) return undefined
      return titlesOf(path).some((title) => title.includes(one(words.join(': '))))
        ? undefined
        : `${proof}: no such test`
    })
    assert.deepEqual(
      faults.filter((fault) => fault !== undefined),
      [],
    )
  })

const isThere = (path: string) => existsSync(join(root, path))
