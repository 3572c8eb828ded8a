/**
 * A bare Debian below a folder, started as a machine is: its own systemd as the first process, with its own processes, mounts and
 * groups, so that what a unit says holds. The network is this machine's.
 */
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const SUITE = process.env.DEBIAN_SUITE ?? 'trixie'
const MIRROR = process.env.DEBIAN_MIRROR ?? 'http://deb.debian.org/debian'
const TRUSTED = process.env.NODE_EXTRA_CA_CERTS ?? '/etc/ssl/certs/ca-certificates.crt'

/** Mounts what a first process needs, makes the folder its root, and becomes it. */
const BOOT = `
  mount --make-rprivate / && mount --bind "$1" "$1" && cd "$1"
  mount -t proc proc proc && mount -t sysfs -o ro sysfs sys && mount -t cgroup2 cgroup2 sys/fs/cgroup
  mount -t tmpfs -o mode=755 tmpfs run && mount -t tmpfs -o mode=755 tmpfs dev
  for device in null zero full random urandom tty; do touch dev/$device && mount --bind /dev/$device dev/$device; done
  mkdir dev/pts dev/shm && mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts && mount -t tmpfs tmpfs dev/shm
  ln -s pts/ptmx dev/ptmx && ln -s /proc/self/fd dev/fd
  mkdir -p former && pivot_root . former && umount -l /former && rmdir /former
  exec env -i container=proof PATH=/usr/sbin:/usr/bin:/sbin:/bin /sbin/init --log-target=null`

/** Where this machine's groups of processes are, in the form that a systemd of today takes; undefined when nowhere. */
const groupsFolder = () => /^\S+ (\S+) cgroup2 /m.exec(readFileSync('/proc/mounts', 'utf8'))?.[1]

export interface BareRoot {
  path: string
  /** Runs lines as root in it, and returns what they say. @throws when one of them fails. */
  sh(lines: string, env?: Record<string, string>): Promise<string>
  stop(): Promise<void>
}

export async function bareRoot(): Promise<BareRoot> {
  // On a disk: it holds gigabytes.
  const path = mkdtempSync('/var/tmp/enpunto-debian-')
  chmodSync(path, 0o755)
  const group = join(groupsFolder()!, `enpunto-proof-${process.pid}`)
  mkdirSync(group)
  let machine: ChildProcess | undefined
  const stop = async () => {
    // Its first process ends with it, and all others with that one.
    machine?.kill('SIGKILL')
    await sleep(1000)
    removeGroup(group)
    rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    // It mounts, too.
    const make = 'mount --make-rprivate / && exec debootstrap "$@"'
    const base = ['--variant=minbase', '--include=systemd-sysv,dbus', SUITE, path, MIRROR]
    execFileSync('unshare', ['--mount', 'sh', '-c', make, 'sh', ...base], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    if (existsSync('/etc/resolv.conf'))
      cpSync('/etc/resolv.conf', join(path, 'etc/resolv.conf'), { dereference: true })
    // Where this machine's network has an authority of its own between it and the registries, the root trusts it, too.
    if (existsSync(TRUSTED)) cpSync(TRUSTED, join(path, 'etc/ssl-of-the-machine.crt'), { dereference: true })
    appendFileSync(join(path, 'etc/hosts'), '127.0.0.1 localhost\n')

    const join_ = `echo $$ > ${group}/cgroup.procs && exec unshare --mount --pid --fork --kill-child --cgroup --uts --ipc sh -ec '${BOOT}' sh "$1"`
    machine = spawn('sh', ['-ec', join_, 'sh', path], { stdio: ['ignore', 'ignore', 'inherit'] })
    const first = await firstProcess(machine.pid!)
    const run = promisify(execFile)
    const sh: BareRoot['sh'] = async (lines, env = {}) => {
      const all = {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: '/root',
        LANG: 'C.UTF-8',
        NODE_EXTRA_CA_CERTS: '/etc/ssl-of-the-machine.crt',
        ...env,
      }
      const inside = ['-t', String(first), '-m', '-p', '-C', '-u', '-i', 'sh', '-ec', lines]
      const { stdout } = await run('nsenter', inside, { env: all, maxBuffer: 2 ** 28 })
      return stdout
    }
    await patiently('systemd', async () =>
      assert.match(await sh('systemctl is-system-running || true'), /running|degraded/),
    )
    return { path, sh, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The only child of `unshare`, once it is systemd. */
async function firstProcess(parent: number): Promise<number> {
  return patiently('the first process', () => {
    const pid = Number(readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim())
    assert.equal(readFileSync(`/proc/${pid}/comm`, 'utf8').trim(), 'systemd')
    return pid
  })
}

function removeGroup(path: string) {
  if (!existsSync(path)) return
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) removeGroup(join(path, entry.name))
  rmdirSync(path)
}

export async function patiently<T>(what: string, work: () => T | Promise<T>): Promise<T> {
  for (let n = 0; ; n++)
    try {
      return await work()
    } catch (error) {
      if (n === 90) throw new Error(`${what}: not after 90 s`, { cause: error })
      await sleep(1000)
    }
}

/** @throws when one of these ports of the machine, whose network the root shares, is taken. */
export async function ensureFree(...ports: number[]) {
  for (const port of ports) {
    const isFree = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => resolve(true))
      socket.on('connect', () => (socket.destroy(), resolve(false)))
    })
    assert.ok(isFree, `port ${port} is taken on this machine, whose network the bare root shares`)
  }
}
