import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const PAUSE_MS = 100
/** A number that is another process's by now is not waited for without an end. */
const LONGEST_MS = 10 * 60_000

/**
 * Does `work` while no other process does anything under the same lock; whoever comes meanwhile waits. The lock of a process that was
 * killed is taken over.
 * @param lock a file, which exists while somebody works
 */
export function inTurn<T>(lock: string, work: () => T): T {
  mkdirSync(dirname(lock), { recursive: true })
  const until = Date.now() + LONGEST_MS
  while (!take(lock, Date.now() > until))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
  try {
    return work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function take(lock: string, isOverdue: boolean): boolean {
  // A lock says whose it is from the moment it is there.
  const own = `${lock}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    linkSync(own, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (isOverdue) for (const file of [lock, doorOf(lock)]) rmSync(file, { recursive: true, force: true })
    else if (!isRunning(holderOf(lock))) removeLeft(lock)
    return false
  } finally {
    rmSync(own, { force: true })
  }
}

const doorOf = (lock: string) => `${lock}.door`

/** Removes what a killed process left, one at a time: the next one's lock may be there by now. */
function removeLeft(lock: string) {
  try {
    mkdirSync(doorOf(lock))
  } catch {
    return
  }
  if (!isRunning(holderOf(lock))) rmSync(lock, { force: true })
  rmSync(doorOf(lock), { recursive: true })
}

/** @returns our own number where the lock has just been given back. */
function holderOf(lock: string): number {
  try {
    return Number(readFileSync(lock, 'utf8'))
  } catch {
    return process.pid
  }
}

/** Whether there is a process of that number, whoever's it is. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
