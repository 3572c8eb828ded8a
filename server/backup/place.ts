import { resolve } from 'node:path'
import type { BackupSettings } from '../settings/backup.ts'
import { bucketStore, checkBackupFolder, folderStore, type BackupStore } from './store.ts'

/**
 * The place of the settings. Its folder is not made: where a disk was never mounted, a new folder would be on this machine's own.
 * @throws BackupError when it is not there.
 */
export async function placeOf(
  { to }: Pick<BackupSettings, 'to'>,
  signal?: AbortSignal,
): Promise<BackupStore> {
  if ('bucket' in to) return bucketStore(to.bucket, signal)
  const folder = resolve(to.folder)
  await checkBackupFolder(folder)
  return folderStore(folder)
}
