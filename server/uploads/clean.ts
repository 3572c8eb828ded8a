import { imageSizes, imageUrl, mailImage } from '#domain/images.ts'
import { sql, type RawBuilder } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import type { Db } from '../database/db.ts'
import { pictureFile, type FileStore } from '../files/files.ts'
import { arrivingSince, endArriving } from './arriving-queries.ts'

const GRACE_MS = 24 * 3_600_000

/** Whether any row of its business refers to picture `i`. Those of deleted services and professionals refer to none:
 * a business may have thousands of them, without a picture. */
export const isUsed: RawBuilder<boolean> = sql`(
  exists (select from businesses b where b.id = i.business_id
    and position(i.name in concat_ws(' ', b.logo_url, b.featured_image, b.gallery_images)) > 0)
  or exists (select from services s where s.business_id = i.business_id
    and s.image_url is not null and position(i.name in s.image_url) > 0)
  or exists (select from client_files f where f.business_id = i.business_id and f.image = i.name)
  or exists (select from professionals p where p.business_id = i.business_id and position(i.name in p.avatar_url) > 0)
)`

/**
 * Removes the pictures that nothing has referred to for a day. Using a picture meanwhile clears its mark
 * (takeImages), and whichever transaction comes second sees the other's write: a picture in use is never
 * removed.
 */
export async function removeUnusedImages({
  db,
  files,
  now,
  signal,
}: {
  db: Db
  files: FileStore
  now: () => number
  signal?: AbortSignal
}) {
  const at = new Date(now()).toISOString()
  const before = new Date(now() - GRACE_MS).toISOString()
  await sql`update images i set unused_since = null
    where unused_since is not null and removed_at is null and ${isUsed}`.execute(db)
  await sql`update images i set unused_since = ${at}
    where unused_since is null and removed_at is null and not ${isUsed}`.execute(db)
  await sql`update images i set removed_at = ${at}
    where unused_since <= ${before}::timestamptz and removed_at is null and not ${isUsed}`.execute(db)
  await removeMarked({ db, files, signal })
  for (const picture of await arrivingSince(db, now() - GRACE_MS)) {
    signal?.throwIfAborted()
    await removeFiles(files, picture)
    await endArriving(db, [picture.name])
  }
  await files.removeUnfinished?.(GRACE_MS)
}

/**
 * Removes the files of pictures that are to go, of one business or of all. The rows go last: the next run completes the work
 * of a process that died.
 */
export async function removeMarked(
  { db, files, signal }: { db: Db; files: FileStore; signal?: AbortSignal | undefined },
  owner?: BusinessId,
) {
  const removed = await db
    .selectFrom('images')
    .select(['business_id', 'name', 'width', 'is_private'])
    .where('removed_at', 'is not', null)
    .$if(owner !== undefined, (query) => query.where('business_id', '=', owner!))
    .execute()
  // One that the store does not let go keeps no other one.
  const faults: unknown[] = []
  for (const image of removed) {
    signal?.throwIfAborted()
    await removeImage(db, files, image).catch((error: unknown) => void faults.push(error))
  }
  if (faults.length > 0) throw faults[0]
}

interface Removed {
  business_id: number
  name: string
  width: number
  is_private: boolean
}

/** Removes the files of a picture, and then its row. */
export async function removeImage(
  db: Db,
  files: FileStore,
  { business_id, name, width, is_private }: Removed,
) {
  await removeFiles(files, { name, width, is_private })
  if (!is_private) await files.remove(mailImage(imageUrl(name, width)).slice('/files/'.length))
  await db.deleteFrom('images').where('business_id', '=', business_id).where('name', '=', name).execute()
}

/** Those of a picture in all its sizes. */
export async function removeFiles(
  files: FileStore,
  { width, ...picture }: Pick<Removed, 'name' | 'width' | 'is_private'>,
) {
  for (const size of imageSizes(width)) await files.remove(pictureFile(picture, size))
}
