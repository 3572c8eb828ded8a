import { stat, statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** In bytes. */
export interface Disk {
  free: number
  size: number
}

/** The disk on which a folder lies; undefined where it cannot be told. */
export async function diskOf(folder: string): Promise<Disk | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, size: blocks * bsize }
  } catch {
    return undefined
  }
}

/**
 * The same question of whoever must not wait: without an answer in time it is not known, and of each folder one is under way. A
 * network disk that hangs answers nothing, and each question keeps one of the process's few threads.
 */
export function inTime<T>(
  ask: (folder: string) => Promise<T | undefined>,
  patienceMs = 2000,
): (folder: string) => Promise<T | undefined> {
  const underWay = new Map<string, Promise<T | undefined>>()
  return async (folder) => {
    let answer = underWay.get(folder)
    if (!answer) {
      answer = ask(folder).finally(() => underWay.delete(folder))
      underWay.set(folder, answer)
    }
    return await Promise.race([answer, sleep(patienceMs, undefined, { ref: false })])
  }
}

/** What is less is little, on a small disk and on a large one. */
export const leastFree = ({ size }: Disk) => Math.min(1024 ** 3, size * 0.05)

/** Two folders with the same number are on one file system; undefined where it cannot be told. */
export const fileSystemOf = (folder: string): Promise<number | undefined> =>
  stat(folder).then(
    ({ dev }) => dev,
    () => undefined,
  )
