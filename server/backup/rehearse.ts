import type { Where } from '../database/db.ts'
import { withLock } from './connection.ts'
import { BackupError } from './error.ts'
import { readManifest } from './manifest.ts'
import { makeScratch, removeScratch, scratchName } from './queries.ts'
import { restore, type Restored } from './restore.ts'
import { checkRoomForRehearsal, type Disks } from './room.ts'
import type { BackupStore } from './store.ts'

/**
 * Restores a backup into a database of its own beside the product's, compares it, and removes it again. When `signal` says so the
 * database goes at once, and with it whatever is under way there: a large index would keep a process from stopping for minutes.
 * @throws BackupError when the backup does not restore, or no database can be made, or there is too little room for it.
 */
export const rehearse = (
  name: string,
  { where, store, signal, on }: { where: Where; store: BackupStore; signal?: AbortSignal; on?: Disks },
): Promise<Restored> =>
  withLock(where, 'A backup is under way: the rehearsal waits.', async (client) => {
    // One that a killed rehearsal left takes up room.
    const scratch = await scratchName(client)
    await removeScratch(client, scratch)
    await checkRoomForRehearsal(client, on)
    const manifest = await readManifest(store, name)
    await makeScratch(client, scratch).catch((error) => {
      if (error.code !== '42501') throw error
      throw new BackupError(
        'The role of DATABASE_URL may create no database, so no restore can be rehearsed: ALTER ROLE … CREATEDB.',
      )
    })
    const stop = () => void removeScratch(client, scratch).catch(() => {})
    signal?.addEventListener('abort', stop)
    try {
      signal?.throwIfAborted()
      const restored = await restore(manifest, {
        where: { url: besides(where, scratch) },
        store,
        readsFiles: true,
        // Those that lack are copied anew.
        lacksFiles: true,
      })
      if (restored.damaged.length > 0) await renewNextTime(store, restored.damaged)
      return restored
    } finally {
      signal?.removeEventListener('abort', stop)
      await removeScratch(client, scratch)
    }
  })

/**
 * A picture that the place of the backups has is copied by none of them again: a damaged one would be missing in all for ever.
 * @throws BackupError that names them.
 */
async function renewNextTime(store: BackupStore, damaged: string[]): Promise<never> {
  for (const name of damaged) await store.remove(name)
  const names = [...damaged.slice(0, 5), ...(damaged.length > 5 ? ['…'] : [])].join(', ')
  throw new BackupError(
    `${damaged.length} pictures in ${store.place} were missing or damaged (${names}): the next backup copies them anew. All else was restored.`,
  )
}

/** The address of another database of the same server. (With a socket, an address has no host, and URL refuses it.) */
function besides({ url, socketDir }: Where, name: string): string {
  const address = url ?? `postgres://postgres@/postgres?host=${encodeURIComponent(socketDir!)}`
  return address.replace(/^(\w+:\/\/[^/?]*)(\/[^?]*)?/, `$1/${encodeURIComponent(name)}`)
}
