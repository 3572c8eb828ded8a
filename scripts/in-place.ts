import { globSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** No build takes as long. */
const LEFT_MS = 3_600_000

/** Puts a whole folder in the place of another one, which goes. Of several at once the last one stays, whole. */
export function putInPlace(made: string, place: string) {
  const former = `${made}.former`
  while (!took(made, place)) {
    rmSync(former, { recursive: true, force: true })
    try {
      renameSync(place, former)
    } catch (error) {
      // Whoever comes at the same moment has just taken it.
      if (codeOf(error) !== 'ENOENT') throw error
    }
  }
  rmSync(former, { recursive: true, force: true })
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
