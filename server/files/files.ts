import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { MAIL_IMAGE_WIDTH } from '#domain/images.ts'
import { notFound } from '../http/refusal.ts'
import { squarePng } from '../uploads/picture.ts'

/** The store of pictures. A name is written once and never changed. */
export interface FileStore {
  put(name: string, content: Buffer): Promise<void>
  /** Undefined when no file has that name. */
  read(name: string): Promise<{ size: number; content: Readable } | undefined>
  /** Also succeeds when the file is already gone. */
  remove(name: string): Promise<void>
  /** The names of all files. */
  list(): Promise<string[]>
  /** Removes what a process that was killed left unfinished, older than that; of stores in which such a thing stays. */
  removeUnfinished?(olderThanMs: number): Promise<void>
}

/**
 * The name of a picture's file. Those of private ones have a letter before them that no address of `/files` may have: they are
 * served by calls of their own, which ask who wants them.
 */
export const pictureFile = ({ name, is_private }: { name: string; is_private: boolean }, width: number) =>
  `${is_private ? 'p_' : ''}${name}-${width}.webp`

/** A store in the installation's own folder. */
export function folderFiles(folder: string): FileStore {
  mkdirSync(folder, { recursive: true })
  return {
    async put(name, content) {
      // Writes all of the file or nothing, whatever happens meanwhile, also where another process writes the same one.
      const unfinished = join(folder, `.${name}.${randomUUID()}.new`)
      try {
        await writeFile(unfinished, content, { flush: true })
        await rename(unfinished, join(folder, name))
      } catch (error) {
        // On a full disk the half of a picture would take the rest of it, for ever.
        await rm(unfinished, { force: true }).catch(() => {})
        throw error
      }
    },
    async read(name) {
      try {
        const file = await open(join(folder, name))
        try {
          const { size } = await file.stat()
          return { size, content: file.createReadStream() }
        } catch (error) {
          await file.close()
          throw error
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    // Unfinished ones begin with a dot.
    list: async () => (await readdir(folder)).filter((name) => !name.startsWith('.')).sort(),
    async removeUnfinished(olderThanMs) {
      for (const name of await readdir(folder)) {
        if (!/^\..+\.new$/.test(name)) continue
        const found = await stat(join(folder, name)).catch(() => undefined)
        if (found && Date.now() - found.mtimeMs > olderThanMs) await rm(join(folder, name), { force: true })
      }
    },
  }
}

/**
 * Serves the pictures: a name's content never changes, so it is cached for ever, and it is never run as a
 * page.
 */
export async function fileRoutes(app: FastifyInstance, files: FileStore) {
  app.get<{ Params: { name: string } }>('/files/:name', async ({ params: { name } }, reply) => {
    const isPng = name.endsWith('.png')
    const file = isPng
      ? await mailPicture(files, name)
      : /^[a-z0-9-]{1,100}\.webp$/.test(name)
        ? await files.read(name)
        : undefined
    if (!file) throw notFound('Esta imagen no existe')
    return (
      reply
        .type(isPng ? 'image/png' : 'image/webp')
        .header('content-length', file.size)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
        // Mail programs show the logo on pages of their own.
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(file.content)
    )
  })
}

/** The smallest size of a picture as mails show it: generated on first request, then kept. */
async function mailPicture(files: FileStore, name: string) {
  const [, picture, width] = /^([0-9a-f]{32}-(\d{1,3}))\.png$/.exec(name) ?? []
  if (!picture || Number(width) > MAIL_IMAGE_WIDTH) return undefined
  const kept = await files.read(name)
  if (kept) return kept
  const original = await files.read(`${picture}.webp`)
  if (!original) return undefined
  const content = await squarePng(await buffer(original.content))
  // Kept for later requests; if saving fails, it is generated again.
  await files.put(name, content).catch(() => {})
  return { size: content.length, content }
}
