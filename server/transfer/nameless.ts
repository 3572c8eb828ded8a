import { closeSync, openSync, type WriteStream } from 'node:fs'
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What archives hold is clear to read, notes on health included: it must outlive neither its request nor the process. */
export interface NamelessFile {
  /** Takes what is written; closed when that ends. */
  input: WriteStream
  /** Reads it; whoever has it closes it. */
  fd: number
}

const PREFIX = 'enpunto-archive-'

/** A temporary file that nothing names any more: when it is closed, or the process dies, its bytes are gone. */
async function namelessFile(): Promise<NamelessFile> {
  const folder = await mkdtemp(join(tmpdir(), PREFIX))
  try {
    const path = join(folder, 'enpunto.zip')
    const handle = await open(path, 'wx', 0o600)
    try {
      return { fd: openSync(path, 'r'), input: handle.createWriteStream() }
    } catch (error) {
      await handle.close()
      throw error
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes a nameless file by `write`, which ends `input`; the file is gone when that fails. */
export async function writtenBy(write: (input: WriteStream) => Promise<unknown>): Promise<number> {
  const { input, fd } = await namelessFile()
  try {
    await write(input)
    return fd
  } catch (error) {
    input.destroy()
    closeSync(fd)
    throw error
  }
}

const DAY_MS = 24 * 3_600_000

/** Removes what earlier versions, whose files had names, left here when they were killed or nobody took the file. */
export async function removeLeftArchives(nowMs: number): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names.filter((one) => /^enpunto-(archive|import)-\w+$/.test(one))) {
    const path = join(tmpdir(), name)
    const { uid, mtimeMs } = (await stat(path).catch(() => undefined)) ?? {}
    const isOwn = uid === process.getuid?.()
    if (isOwn && mtimeMs !== undefined && nowMs - mtimeMs > DAY_MS)
      await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}
