import type { Where } from '../db.ts'
import { withConnection } from './connection.ts'
import { BackupError, Busy } from './error.ts'
import { readManifest } from './manifest.ts'
import { lockBackups, makeScratch, removeScratch } from './queries.ts'
import { restore, type Restored } from './restore.ts'
import type { BackupStore } from './store.ts'

/**
 * Restores a backup into a database of its own beside the product's, compares it, and removes it again. When `signal` says so the
 * database goes at once, and with it whatever is under way there: a large index would keep a process from stopping for minutes.
 * @throws BackupError when the backup does not restore, or no database can be made.
 */
export const rehearse = (
  name: string,
  { where, store, signal }: { where: Where; store: BackupStore; signal?: AbortSignal },
): Promise<Restored> =>
  withConnection(where, async (client) => {
    if (!(await lockBackups(client))) throw new Busy('A backup is under way: the rehearsal waits.')
    const manifest = await readManifest(store, name)
    const scratch = await makeScratch(client).catch((error) => {
      if (error.code !== '42501') throw error
      throw new BackupError(
        'The role of DATABASE_URL may create no database, so no restore can be rehearsed: ALTER ROLE … CREATEDB.',
      )
    })
    const stop = () => void removeScratch(client, scratch).catch(() => {})
    signal?.addEventListener('abort', stop)
    try {
      signal?.throwIfAborted()
      return await restore(manifest, { where: { url: besides(where, scratch) }, store, readsFiles: true })
    } finally {
      signal?.removeEventListener('abort', stop)
      await removeScratch(client, scratch)
    }
  })

/** The address of another database of the same server. (With a socket, an address has no host, and URL refuses it.) */
function besides({ url, socketDir }: Where, name: string): string {
  const address = url ?? `postgres://postgres@/postgres?host=${encodeURIComponent(socketDir!)}`
  return address.replace(/^(\w+:\/\/[^/?]*)(\/[^?]*)?/, `$1/${encodeURIComponent(name)}`)
}
