import { resolve } from 'node:path'
import type { BackupSettings } from '../backup-settings.ts'
import { bucketStore, folderStore, makeBackupFolder, type BackupStore } from './store.ts'

/** The place of the settings; a folder is made when it is not there. */
export async function placeOf({ to }: Pick<BackupSettings, 'to'>): Promise<BackupStore> {
  if ('bucket' in to) return bucketStore(to.bucket)
  const folder = resolve(to.folder)
  makeBackupFolder(folder)
  return folderStore(folder)
}
