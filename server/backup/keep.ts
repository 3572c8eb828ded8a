import { keptBackups } from '#domain/backups.ts'
import { filesInUse, keptFiles } from './files.ts'
import { backupsIn, readManifest, removeBackup } from './manifest.ts'
import type { BackupStore } from './store.ts'

/** The instant that a backup is named after, in epoch milliseconds. */
const instantOf = (name: string) => Date.parse(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, 'T$1:$2:$3Z'))

/**
 * Removes the backups that are kept no longer, and the pictures that none lists any more. Nobody else backs up
 * meanwhile, or restores to rehearse: whoever calls holds the lock. Returns the names that went.
 */
export async function removeOldBackups(store: BackupStore, zone: string): Promise<string[]> {
  const whole = await backupsIn(store)
  const kept = keptBackups(whole.map(instantOf), zone)
  const old = whole.filter((name) => !kept.has(instantOf(name)))
  for (const name of old) await removeBackup(store, name)
  if (old.length > 0) await removeUnusedFiles(store)
  return old
}

async function removeUnusedFiles(store: BackupStore) {
  const manifests = []
  // One that cannot be read lists what nobody knows: then every picture stays.
  for (const name of await backupsIn(store)) manifests.push(await readManifest(store, name))
  const used = await filesInUse(store, manifests)
  for (const file of await keptFiles(store)) if (!used.has(file)) await store.remove(file)
}
