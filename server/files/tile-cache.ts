import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const DAY_MS = 86_400_000

export interface TileBounds {
  files: number
  bytes: number
}

/**
 * A folder of files with limits on number and bytes: the least recently used are removed. Several processes
 * may share the folder. A file's access time tells, to the day, when it was last used.
 */
export function tileCache(folder: string, bounds: TileBounds) {
  mkdirSync(folder, { recursive: true })
  // Counted when it was last tidied, plus this process's writes since; unknown at first.
  let files = Infinity
  let bytes = Infinity
  let tidying: Promise<void> | undefined

  async function tidy() {
    const names = await readdir(folder)
    const found = await Promise.all(
      names.map(async (name) => {
        const { size, atimeMs } = await stat(join(folder, name)).catch(() => ({ size: 0, atimeMs: 0 }))
        return { name, size, atimeMs }
      }),
    )
    files = found.length
    bytes = found.reduce((sum, { size }) => sum + size, 0)
    if (files <= bounds.files && bytes <= bounds.bytes) return
    // Makes more room than needed, so that not every new file triggers a count.
    for (const { name, size } of found.sort((a, b) => a.atimeMs - b.atimeMs)) {
      if (files <= bounds.files * 0.9 && bytes <= bounds.bytes * 0.9) break
      await rm(join(folder, name), { force: true })
      files--
      bytes -= size
    }
  }

  return {
    /** The file and its age in ms; undefined when there is none. */
    async get(name: string): Promise<{ content: Buffer; ageMs: number } | undefined> {
      const file = join(folder, name)
      try {
        const [content, { mtimeMs, mtime, atimeMs }] = await Promise.all([readFile(file), stat(file)])
        if (Date.now() - atimeMs > DAY_MS) await utimes(file, new Date(), mtime)
        return { content, ageMs: Date.now() - mtimeMs }
      } catch {
        return undefined
      }
    },
    async put(name: string, content: Buffer): Promise<void> {
      const file = join(folder, name)
      // Another process may write the same one. What a killed one leaves is the least recently used some day.
      const unfinished = `${file}.${randomUUID()}.new`
      try {
        await writeFile(unfinished, content)
        await rename(unfinished, file)
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {})
        throw error
      }
      files++
      bytes += content.length
      if (files > bounds.files || bytes > bounds.bytes)
        tidying ??= tidy().finally(() => (tidying = undefined))
      await tidying
    },
  }
}
