/** The drawings of art/, in the product's own store of files. */
import { imageUrl } from '#domain/images.ts'
import type { FileStore } from '#server/files/files.ts'
import { readPicture } from '#server/uploads/picture.ts'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const read = (art: string) => readFileSync(join(import.meta.dirname, 'art', `${art}.svg`))

/** Renders a drawing in one size and returns its address. */
export async function rendered(files: FileStore, art: string): Promise<string> {
  const file = `demo-${art}.webp`
  await files.put(file, await sharp(read(art)).webp({ quality: 80 }).toBuffer())
  return `/files/${file}`
}

export interface Uploaded {
  name: string
  width: number
  url: string
}

/**
 * Stores a drawing like an upload, in every size: mails show the smallest one. Drawn in a few hundred pixels
 * at most, which is all that a card shows and takes a quarter of the time of a photograph's.
 */
export async function uploaded(files: FileStore, art: string): Promise<Uploaded> {
  const drawing = read(art)
  const drawn = await sharp(drawing).resize({ width: 400, withoutEnlargement: true }).png().toBuffer()
  const { width, sizes } = await readPicture(drawn, art)
  const name = createHash('md5').update(drawing).digest('hex')
  for (const size of sizes) await files.put(`${name}-${size.width}.webp`, size.content)
  return { name, width, url: imageUrl(name, width) }
}
