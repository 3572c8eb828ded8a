import { stat, statfs } from 'node:fs/promises'

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

/** What is less is little, on a small disk and on a large one. */
export const leastFree = ({ size }: Disk) => Math.min(1024 ** 3, size * 0.05)

/** Two folders with the same number are on one file system; undefined where it cannot be told. */
export const fileSystemOf = (folder: string): Promise<number | undefined> =>
  stat(folder).then(
    ({ dev }) => dev,
    () => undefined,
  )
