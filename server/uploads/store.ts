import { GALLERY_FULL, GALLERY_MAX, imageUrl } from '#domain/images.ts'
import { randomBytes } from 'node:crypto'
import type { BusinessId } from '../accounts/owner.ts'
import { insertImage, takeImages } from '../businesses/images.ts'
import { addToGallery, updateProfile } from '../businesses/owner-queries.ts'
import type { Db, Tx } from '../db.ts'
import type { FileStore } from '../files.ts'
import { updateProfessional } from '../professionals/owner-queries.ts'
import { NO_PROFESSIONAL } from '../professionals/save.ts'
import { notFound, Refusal } from '../refusal.ts'
import { updateService } from '../services/owner-queries.ts'
import { NO_SERVICE } from '../services/save.ts'
import { readPicture } from './picture.ts'

export interface UploadDeps {
  db: Db
  files: FileStore
  now: () => number
}

/** Where an uploaded picture goes; answers what else there is to tell. */
export type Place = (tx: Tx, owner: BusinessId, url: string) => Promise<{ gallery_images?: string }>

/**
 * Stores a picture and puts it in its place. Its row comes first and its use last, so that whatever ends in between
 * leaves a picture that nothing refers to, which is cleaned up.
 * @throws Refusal for the picture, or when the place is gone or full.
 */
export async function storeImage(
  { db, files, now }: UploadDeps,
  owner: BusinessId,
  bytes: Buffer,
  place: Place,
) {
  const { width, sizes } = await readPicture(bytes)
  const name = randomBytes(16).toString('hex')
  await insertImage(db, owner, { name, width, nowMs: now() })
  for (const size of sizes) await files.put(`${name}-${size.width}.webp`, size.content)
  const url = imageUrl(name, width)
  const more = await db.transaction().execute(async (tx) => {
    await takeImages(tx, owner, 'image', [url])
    return place(tx, owner, url)
  })
  return { url, ...more }
}

export const ofService =
  (id: number): Place =>
  async (tx, owner, image_url) => {
    if (!(await updateService(tx, owner, id, { image_url }))) throw notFound(NO_SERVICE)
    return {}
  }

export const ofProfessional =
  (id: number): Place =>
  async (tx, owner, avatar_url) => {
    if (!(await updateProfessional(tx, owner, id, { avatar_url }))) throw notFound(NO_PROFESSIONAL)
    return {}
  }

export const asLogo: Place = async (tx, owner, logo_url) => {
  await updateProfile(tx, owner, { logo_url })
  return {}
}

export const inGallery: Place = async (tx, owner, url) => {
  const gallery_images = await addToGallery(tx, owner, url, GALLERY_MAX)
  if (gallery_images === undefined) throw new Refusal(400, GALLERY_FULL)
  return { gallery_images }
}
