import { putInPlace, removeLeft } from '../../scripts/in-place.ts'
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const folder = mkdtempSync(join(tmpdir(), 'enpunto-in-place-'))
after(() => rmSync(folder, { recursive: true }))
const place = join(folder, 'build')

const FILES = 20
function made(name: string): string {
  const own = join(folder, name)
  mkdirSync(own)
  for (let n = 0; n < FILES; n++) writeFileSync(join(own, `${n}.txt`), name)
  return own
}
/** Whose pages lie there: all are of one build. */
function whose(): string {
  const names = readdirSync(place)
  assert.equal(names.length, FILES)
  const [one, ...others] = new Set(names.map((name) => readFileSync(join(place, name), 'utf8')))
  assert.deepEqual(others, [])
  return one!
}

test('of several builds that end at once one stays, whole, and nothing of the others', async () => {
  putInPlace(made('building-first'), place, '0.txt')
  assert.equal(whose(), 'building-first')
  const work = (name: string) => `
import { putInPlace } from ${JSON.stringify(new URL('../../scripts/in-place.ts', import.meta.url).href)}
import { cpSync } from 'node:fs'
for (let round = 0; round < 50; round++) {
  cpSync(${JSON.stringify(join(folder, name))}, ${JSON.stringify(join(folder, `${name}-own`))}, { recursive: true })
  putInPlace(${JSON.stringify(join(folder, `${name}-own`))}, ${JSON.stringify(place)}, '0.txt')
}`
  const names = ['building-a', 'building-b', 'building-c']
  names.forEach(made)
  const each = names.map((name) =>
    spawn(process.execPath, ['--input-type=module', '-e', work(name)], { stdio: 'inherit' }),
  )
  const ends = await Promise.all(each.map((child) => once(child, 'exit')))
  assert.deepEqual(
    ends.map(([code]) => code),
    [0, 0, 0],
  )
  assert.ok(names.includes(whose()))
  assert.deepEqual(readdirSync(folder).sort(), ['build', ...names])
})

test('a folder that is a volume is filled', { skip: process.getuid!() !== 0 && 'needs root' }, (t) => {
  const volume = join(folder, 'volume')
  mkdirSync(volume)
  if (spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', volume]).status !== 0)
    return t.skip('nothing can be mounted')
  try {
    for (const name of ['building-one', 'building-two']) {
      const own = made(name)
      putInPlace(own, volume, '0.txt')
      rmSync(own, { recursive: true })
      const texts = readdirSync(volume).map((file) => readFileSync(join(volume, file), 'utf8'))
      assert.deepEqual(texts, Array<string>(FILES).fill(name))
    }
  } finally {
    spawnSync('umount', [volume])
    rmSync(volume, { recursive: true })
  }
})

test(
  'where the pages are to be built and nothing may be written, a sentence says so',
  { skip: process.getuid!() !== 0 && 'needs other users' },
  () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, '../../scripts/build.ts'), '--force'],
      {
        uid: 12_345,
        gid: 12_345,
        encoding: 'utf8',
      },
    )
    assert.equal(status, 1)
    assert.match(
      stderr,
      /^The pages are to be built, and .* cannot be written: run 'npm run build' as [^\n]+\n$/,
    )
  },
)

test('what a killed build left goes with a later one, and what is being built stays', () => {
  const [left, now] = [made('building-left'), made('building-now')]
  utimesSync(left, 0, 0)
  removeLeft(folder)
  const names = readdirSync(folder)
  assert.ok(!names.includes('building-left') && names.includes('building-now') && names.includes('build'))
  rmSync(now, { recursive: true })
})
