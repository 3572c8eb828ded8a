import { IMAGE_MAX_WIDTH, IMAGE_TYPE_INVALID, imageSizes, MAIL_IMAGE_WIDTH } from '#domain/images.ts'
import sharp from 'sharp'
import { atMost } from '../turns/at-most.ts'
import { fairQueue, QueueFull } from '../turns/fair-queue.ts'
import { busy } from '../turns/in-turn.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * The maximum number of pixels, which covers large cameras; a small file that decodes to more is a
 * decompression bomb.
 */
const MAX_PIXELS = 50_000_000
const PATIENCE_S = 20

// A decoded picture takes up to 200 MB of memory. Businesses take turns: a business has no more on their way (places.ts).
const line = fairQueue({ atOnce: 2, perLane: 10, total: 60 })
/** What mails show is made of our own pictures, a few hundred pixels wide: it waits for no upload. */
const forMails = atMost(1)

export interface Picture {
  width: number
  /** The picture as WebP in every width of imageSizes(width). */
  sizes: { width: number; content: Buffer }[]
}

/**
 * Decodes a picture and encodes its pixels anew: turned upright, without location, camera or any other
 * metadata, and without anything else that the file held. An animation keeps its first frame.
 * @param lane whose picture it is.
 * @throws Refusal 415 for content other than JPEG, PNG, GIF or WebP, 413 for too many pixels, 400 for a
 * broken file, 503 when too many wait.
 */
export async function readPicture(bytes: Buffer, lane: string): Promise<Picture> {
  if (!hasSignature(bytes)) throw new Refusal(415, IMAGE_TYPE_INVALID)
  try {
    return await line.run({ lane, isKnown: true }, () => decoded(bytes))
  } catch (error) {
    throw error instanceof QueueFull ? busy() : error
  }
}

async function decoded(bytes: Buffer): Promise<Picture> {
  const { format, width, height } = await metadataOf(bytes)
  if (!['jpeg', 'png', 'gif', 'webp'].includes(format)) throw new Refusal(415, IMAGE_TYPE_INVALID)
  if (width * height > MAX_PIXELS)
    throw new Refusal(413, 'La imagen tiene demasiados píxeles. Máximo 50 megapíxeles')
  try {
    return await remake(bytes)
  } catch {
    throw broken()
  }
}

/** One of our own pictures as a square PNG on white, which every mail program displays. */
export function squarePng(picture: Buffer): Promise<Buffer> {
  const side = { width: MAIL_IMAGE_WIDTH, height: MAIL_IMAGE_WIDTH }
  return forMails(() =>
    sharp(picture)
      .resize({ ...side, fit: 'contain', background: '#ffffff' })
      .flatten({ background: '#ffffff' })
      .png({ palette: true })
      .timeout({ seconds: PATIENCE_S })
      .toBuffer(),
  )
}

async function metadataOf(bytes: Buffer) {
  try {
    // The limit is checked below, with an error in words.
    return await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata()
  } catch {
    throw broken()
  }
}

async function remake(bytes: Buffer): Promise<Picture> {
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: IMAGE_MAX_WIDTH, height: IMAGE_MAX_WIDTH, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: PATIENCE_S })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const sizes: Picture['sizes'] = []
  for (const width of imageSizes(info.width)) {
    const content = await sharp(data, { raw }).resize({ width }).webp({ quality: 82 }).toBuffer()
    sizes.push({ width, content })
  }
  return { width: info.width, sizes }
}

const broken = () => new Refusal(400, 'La imagen está dañada. Prueba con otra.')

/** Detects the type from the first bytes; the file's name and declared type are ignored. */
function hasSignature(bytes: Buffer): boolean {
  const starts = (...expected: number[]) => expected.every((byte, i) => bytes[i] === byte)
  return (
    starts(0xff, 0xd8, 0xff) ||
    starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) ||
    /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)) ||
    (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
  )
}
