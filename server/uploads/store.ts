import { GALLERY_FULL, GALLERY_MAX, imageUrl } from '#domain/images.ts'
import { randomBytes } from 'node:crypto'
import type { BusinessId } from '../accounts/owner.ts'
import { insertImage, takeImages } from '../businesses/images.ts'
import { addToGallery, updateProfile } from '../businesses/owner-queries.ts'
import type { Db, Tx } from '../database/db.ts'
import { pictureFile, type FileStore } from '../files/files.ts'
import { updateProfessional } from '../professionals/owner-queries.ts'
import { NO_PROFESSIONAL } from '../professionals/save.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { updateService } from '../services/owner-queries.ts'
import { NO_SERVICE } from '../services/save.ts'
import { removeImage } from './clean.ts'
import { readPicture } from './picture.ts'

export interface UploadDeps {
  db: Db
  files: FileStore
  now: () => number
}

/** Puts an uploaded picture in its place; returns the new version of the row and anything else to answer. */
export type Place = (
  tx: Tx,
  owner: BusinessId,
  url: string,
) => Promise<{ version: number; gallery_images?: string }>

/** Stores a picture that nothing refers to yet. @throws Refusal for the picture. */
export async function storePicture(
  { db, files, now }: UploadDeps,
  owner: BusinessId,
  bytes: Buffer,
  { is_private = false } = {},
) {
  const { width, sizes } = await readPicture(bytes, String(owner))
  const name = randomBytes(16).toString('hex')
  await insertImage(db, owner, { name, width, is_private, nowMs: now() })
  try {
    for (const size of sizes) await files.put(pictureFile({ name, is_private }, size.width), size.content)
  } catch (error) {
    // Each further try would take more of a full disk, which may be the database's, until all of them are cleaned up a day later.
    if (NO_ROOM.test(String((error as NodeJS.ErrnoException).code)))
      await removeImage(db, files, { business_id: owner, name, width, is_private }).catch(() => {})
    throw error
  }
  return { name, width }
}

const NO_ROOM = /^(ENOSPC|EDQUOT)$/

/**
 * Puts a stored picture in its place. The image row is written first and the reference last, so that an interruption
 * leaves an unreferenced picture, which is cleaned up.
 * @throws Refusal when the place no longer exists or is full.
 */
export async function putImage(
  tx: Tx,
  owner: BusinessId,
  { name, width }: { name: string; width: number },
  place: Place,
) {
  const url = imageUrl(name, width)
  await takeImages(tx, owner, 'image', [url])
  return { url, ...(await place(tx, owner, url)) }
}

export const ofService =
  (id: number): Place =>
  async (tx, owner, image_url) => {
    const version = await updateService(tx, owner, id, { image_url })
    if (version === undefined) throw notFound(NO_SERVICE)
    return { version }
  }

export const ofProfessional =
  (id: number): Place =>
  async (tx, owner, avatar_url) => {
    const version = await updateProfessional(tx, owner, id, { avatar_url })
    if (version === undefined) throw notFound(NO_PROFESSIONAL)
    return { version }
  }

export const asLogo: Place = async (tx, owner, logo_url) => ({
  version: await updateProfile(tx, owner, { logo_url }),
})

export const inGallery: Place = async (tx, owner, url) => {
  const gallery = await addToGallery(tx, owner, url, GALLERY_MAX)
  if (!gallery) throw new Refusal(400, GALLERY_FULL)
  return gallery
}
