import { join } from 'node:path'
import type { Config } from '../config.ts'
import { folderFiles, type FileStore } from './files.ts'
import { s3Files } from './s3.ts'

/** The configured store: an S3-compatible one, or the installation's own folder. */
export function fileStore(config: Pick<Config, 's3' | 'dataDir'>): FileStore {
  return config.s3 ? s3Files(config.s3) : folderFiles(join(config.dataDir, 'files'))
}
