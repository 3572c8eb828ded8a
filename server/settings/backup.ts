import { isSameAddress } from './address.ts'

export interface S3Settings {
  /** 'https://s3.us-east-1.amazonaws.com', 'https://<account>.r2.cloudflarestorage.com', 'http://minio:9000' */
  endpoint: string
  bucket: string
  accessKey: string
  secretKey: string
  region: string
}

/** Where and when backups are made by the server itself. */
export interface BackupSettings {
  /** A folder, or a bucket. */
  to: { folder: string } | { bucket: S3Settings }
  /** The hour of the night in `zone` after which they are made. */
  hour: number
  zone: string
  /** Whether the operator knows that they lie on the data's own disk. */
  besideData: boolean
}

/** Reads `BACKUP_DIR` or `BACKUP_S3_…`; undefined when neither is set. Faults are added to `faults`. */
export function readBackups(
  env: NodeJS.ProcessEnv,
  faults: string[],
  files: S3Settings | undefined,
): BackupSettings | undefined {
  const text = (name: string) => env[name]?.trim() || undefined
  const hour = text('BACKUP_HOUR') ?? '3'
  if (!/^([01]?\d|2[0-3])$/.test(hour))
    faults.push('BACKUP_HOUR must be a whole number from 0 to 23, for example 3.')
  const zone = text('BACKUP_TIMEZONE') ?? 'America/Bogota'
  if (!isZone(zone)) faults.push('BACKUP_TIMEZONE must name a time zone, for example America/Bogota.')

  const beside = text('BACKUP_BESIDE_DATA') ?? 'false'
  if (beside !== 'true' && beside !== 'false') faults.push('BACKUP_BESIDE_DATA must be true or false.')
  const when = { hour: Number(hour), zone, besideData: beside === 'true' }

  const folder = text('BACKUP_DIR')
  const bucket = text('BACKUP_S3_BUCKET')
  if (folder && bucket) faults.push('BACKUP_DIR and BACKUP_S3_BUCKET are two places: set one of them.')
  const own = ['ENDPOINT', 'ACCESS_KEY', 'SECRET_KEY', 'REGION'].map((name) => `BACKUP_S3_${name}`)
  if (!bucket && !folder && own.some(text))
    faults.push('BACKUP_S3_BUCKET is missing: without its name nothing would be backed up.')
  const none = text('BACKUP')
  if (none && (none !== 'none' || folder || bucket))
    faults.push('BACKUP may be none, which says that the server makes no backups, without a place for them.')
  if (!bucket) return folder ? { to: { folder }, ...when } : undefined

  const endpoint = text('BACKUP_S3_ENDPOINT') ?? files?.endpoint
  const accessKey = text('BACKUP_S3_ACCESS_KEY') ?? files?.accessKey
  const secretKey = text('BACKUP_S3_SECRET_KEY') ?? files?.secretKey
  const region = text('BACKUP_S3_REGION') ?? files?.region ?? 'us-east-1'
  if (!/^[a-z0-9][a-z0-9.-]{1,62}$/.test(bucket))
    faults.push(
      'BACKUP_S3_BUCKET must be the name of a bucket, for example BACKUP_S3_BUCKET=enpunto-backups.',
    )
  if (!endpoint || !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '') || !accessKey || !secretKey) {
    faults.push(
      'BACKUP_S3_BUCKET needs BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY, or those of S3_….',
    )
    return undefined
  }
  if (bucket === files?.bucket && isSameAddress(endpoint, files.endpoint))
    faults.push(
      'BACKUP_S3_BUCKET must be another bucket than S3_BUCKET: a backup beside the pictures falls with them.',
    )
  return { to: { bucket: { endpoint, bucket, accessKey, secretKey, region } }, ...when }
}

/** Whether none are made, and nobody said that it is meant so. */
export const lacksBackups = (env: NodeJS.ProcessEnv, backups: BackupSettings | undefined) =>
  !backups && env.BACKUP?.trim() !== 'none'

function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
