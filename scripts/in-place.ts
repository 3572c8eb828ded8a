import { copyFileSync, cpSync, globSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** No build takes as long. */
const LEFT_MS = 3_600_000

/**
 * Puts a whole folder in the place of another one, which goes. Of several at once the last one stays, whole.
 * @param stamp the file by which it counts as whole.
 */
export function putInPlace(made: string, place: string, stamp: string) {
  const former = `${made}.former`
  try {
    while (!took(made, place)) {
      rmSync(former, { recursive: true, force: true })
      leave(place, former)
    }
    rmSync(former, { recursive: true, force: true })
  } catch (error) {
    if (!['EBUSY', 'EXDEV'].includes(codeOf(error) ?? '')) throw error
    fill(made, place, stamp)
  }
}

function leave(place: string, former: string) {
  try {
    renameSync(place, former)
  } catch (error) {
    // Whoever comes at the same moment has just taken it.
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

/** A volume of a container cannot be exchanged: what it holds is. */
function fill(made: string, place: string, stamp: string) {
  rmSync(join(place, stamp), { force: true })
  for (const name of readdirSync(place)) rmSync(join(place, name), { recursive: true, force: true })
  cpSync(made, place, { recursive: true, filter: (from) => from !== join(made, stamp) })
  copyFileSync(join(made, stamp), join(place, stamp))
}

/** @returns false where there is something. */
function took(made: string, place: string): boolean {
  try {
    renameSync(made, place)
    return true
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error
    return false
  }
}

/** Removes what killed builds left. */
export function removeLeft(folder: string) {
  for (const name of globSync('building-*', { cwd: folder })) {
    const path = join(folder, name)
    if (Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > LEFT_MS)
      rmSync(path, { recursive: true, force: true })
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
