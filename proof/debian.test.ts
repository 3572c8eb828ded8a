/**
 * docs/debian.md, followed literally in a bare root that debootstrap makes: every block as it stands there. A chroot has no systemd,
 * so what its lines ask for is done by hand from the same unit; Caddy's certificate is its own, and the name leads here.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const SUITE = process.env.DEBIAN_SUITE ?? 'trixie'
const MIRROR = process.env.DEBIAN_MIRROR ?? 'http://deb.debian.org/debian'
const NAME = 'agenda.example.com'
const TRUSTED = process.env.NODE_EXTRA_CA_CERTS ?? '/etc/ssl/certs/ca-certificates.crt'
const home = join(import.meta.dirname, '..')
const root = mkdtempSync(join(tmpdir(), 'enpunto-debian-'))
// Its users have to get in.
chmodSync(root, 0o755)
const servers: ChildProcess[] = []
/** By port. */
const running = new Map<string, ChildProcess>()

after(async () => {
  for (const server of servers) server.kill('SIGTERM')
  await sleep(5000)
  for (const server of servers) if (server.exitCode === null) server.kill('SIGKILL')
  mounts?.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

// What is mounted is so for this process and whoever joins it, and gone with it; never on this machine's own root. All share
// it: of a process elsewhere nobody could tell in which folder it works, as the product asks of its database.
const MOUNT = `mount --make-rprivate / && mount -t proc proc ${root}/proc && mount --rbind /dev ${root}/dev && echo mounted && exec sleep infinity`
let mounts: ChildProcess | undefined
async function mountAll() {
  mounts = spawn('unshare', ['--mount', 'sh', '-c', MOUNT], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = (await once(mounts.stdout!, 'data')) as [Buffer]
  assert.equal(said.toString(), 'mounted\n')
}
const inside = (...command: string[]) => [`--mount=/proc/${mounts!.pid}/ns/mnt`, 'chroot', root, ...command]
const env = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
  NODE_EXTRA_CA_CERTS: '/etc/ssl-of-the-machine.crt',
}
const sh = (text: string) =>
  execFileSync('nsenter', inside('sh', '-ec', text), {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  })

/** The page's blocks, in their order. */
function blocks(): string[] {
  const page = readFileSync(join(home, 'docs/debian.md'), 'utf8')
  return [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text]) => text!)
}

/** A process of the unit as systemd would start it: its user, folder, environment and command, without its walls. */
function startUnit(port: string) {
  const unit = readFileSync(join(root, 'etc/systemd/system/enpunto@.service'), 'utf8').replaceAll('%i', port)
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? assert.fail(name)
  const state = `/var/lib/${value('StateDirectory')}`
  const user = value('User')
  sh(`install -d -m ${value('StateDirectoryMode')} -o ${user} -g ${user} ${state}`)
  const text = `set -a; . ${value('EnvironmentFile')}; ${value('Environment').replaceAll(' ', '; ')}; set +a
    cd ${value('WorkingDirectory')}; exec setpriv --reuid ${user} --regid ${user} --init-groups ${value('ExecStart')}`
  const unitProcess = spawn('nsenter', inside('sh', '-ec', text), {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  servers.push(unitProcess)
  running.set(port, unitProcess)
}

/** What systemd would do. */
async function systemctl(asked: string[]) {
  const units = asked.flatMap((word) => /^enpunto@(\d+)$/.exec(word)?.[1] ?? [])
  if (asked[0] === 'enable') for (const port of units) startUnit(port)
  else if (asked[0] === 'restart')
    for (const port of units) {
      const unit = running.get(port)!
      unit.kill('SIGTERM')
      if (unit.exitCode === null) await once(unit, 'exit')
      assert.equal(unit.exitCode, 0)
      startUnit(port)
    }
  else if (asked.join(' ') === 'reload caddy') startCaddy()
  else assert.equal(asked.join(' '), 'daemon-reload')
}

/** People who open the page by its name, one page after another; what is returned ends them, and fails when one of them was failed. */
function startVisitors() {
  const page = `curl -s -o /dev/null -w "%{http_code}\\n" --resolve ${NAME}:443:127.0.0.1 --cacert ${AUTHORITY} https://${NAME}/`
  const of = (n: number) => `/root/visitor-${n}`
  const visitors = [1, 2, 3].map((n) =>
    spawn('nsenter', inside('sh', '-c', `while :; do ${page} >> ${of(n)}; sleep 0.1; done`), {
      env,
      stdio: 'ignore',
    }),
  )
  servers.push(...visitors)
  return () => {
    for (const visitor of visitors) visitor.kill('SIGKILL')
    const statuses = [1, 2, 3].flatMap((n) =>
      readFileSync(join(root, of(n)), 'utf8')
        .trim()
        .split('\n'),
    )
    assert.deepEqual([...new Set(statuses)], ['200'])
    return statuses.length
  }
}

/** Caddy with the page's file; the authority is its own, since nobody certifies a name of an example. */
function startCaddy() {
  sh('caddy validate --adapter caddyfile --config /etc/caddy/Caddyfile')
  const file = readFileSync(join(root, 'etc/caddy/Caddyfile'), 'utf8')
  writeFileSync(join(root, 'etc/caddy/proof'), `{\n\tlocal_certs\n\tskip_install_trust\n}\n${file}`)
  const run = inside('caddy', 'run', '--adapter', 'caddyfile', '--config', '/etc/caddy/proof')
  servers.push(spawn('nsenter', run, { env, stdio: 'ignore' }))
}

const AUTHORITY = '/root/.local/share/caddy/pki/authorities/local/root.crt'

/** Why the database does not run, when that is it. */
function databaseLog(): string {
  const folder = join(root, 'var/lib/enpunto/pg/log')
  if (!existsSync(folder)) return 'there is no database yet'
  const logs = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  return `the database says: ${logs.join('').slice(-2000)}`
}

async function patiently(what: string, work: () => unknown) {
  for (let n = 0; ; n++)
    try {
      return work()
    } catch (error) {
      if (n === 90) throw new Error(`${what}: not after 90 s; ${databaseLog()}`, { cause: error })
      await sleep(1000)
    }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => resolve(true))
    socket.on('connect', () => (socket.destroy(), resolve(false)))
  })

test('a fresh Debian by the page, block by block', async (t) => {
  for (const port of [80, 443, 4001, 4002])
    assert.ok(await isFree(port), `port ${port} is taken on this machine, whose network the bare root shares`)
  // It mounts, too.
  const make = 'mount --make-rprivate / && exec debootstrap --variant=minbase "$@"'
  execFileSync('unshare', ['--mount', 'sh', '-c', make, 'sh', SUITE, root, MIRROR], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (existsSync('/etc/resolv.conf'))
    cpSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'), { dereference: true })
  // Where this machine's network has an authority of its own between it and the registries, the root trusts it, too.
  if (existsSync(TRUSTED)) cpSync(TRUSTED, join(root, 'etc/ssl-of-the-machine.crt'), { dereference: true })
  // No daemon starts while packages are installed: there is nothing that runs them.
  writeFileSync(join(root, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  execFileSync('git', ['archive', '--format=tar.gz', '-o', join(root, 'root/enpunto.tar.gz'), 'HEAD'], {
    cwd: home,
  })

  await mountAll()
  let run = 0
  let byHand = 0
  for (const block of blocks()) {
    const begun = performance.now()
    const lines = block.trimEnd().split('\n')
    const visitors = block.includes('systemctl restart') ? startVisitors() : undefined
    const others: string[] = []
    const runOthers = () => {
      if (others.length === 0) return
      const said = sh(others.join('\n'))
      run += others.length
      if (block.includes('backup')) t.diagnostic(said.trim().split('\n').at(-1) ?? '')
      others.length = 0
    }
    for (const line of lines) {
      const [command, ...rest] = line.split(' ')
      if (command === 'systemctl') {
        runOthers()
        byHand++
        await systemctl(rest)
      } else if (command === 'curl') {
        runOthers()
        const isByName = line.includes(NAME)
        const asked = isByName
          ? line.replace('curl', `curl --resolve ${NAME}:443:127.0.0.1 --cacert ${AUTHORITY}`)
          : line
        await patiently(line, () => assert.equal(JSON.parse(sh(asked)).success, true))
        run++
      } else others.push(line)
    }
    runOthers()
    if (visitors) t.diagnostic(`${visitors()} pages meanwhile, none failed`)
    t.diagnostic(`${lines[0]!.slice(0, 60)}: ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  }
  t.diagnostic(`${run} lines as they stand, ${byHand} of systemd's by hand`)

  const page = sh(`curl -sf --resolve ${NAME}:443:127.0.0.1 --cacert ${AUTHORITY} https://${NAME}/`)
  assert.match(page, /enpunto: agenda de citas en línea/)
  const backups = sh('ls /var/backups/enpunto')
    .split('\n')
    .filter((name) => /^\d{4}-/.test(name))
  assert.ok(backups.length > 0, 'a backup is there')
  assert.ok(existsSync(join(root, 'var/backups/enpunto', backups[0]!, 'manifest.json')))
})
