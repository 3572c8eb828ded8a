/** Uploaded images and the gallery. Specification 000 §5, §9. */
import { isBlank, LIMITS } from './fields.ts'

/** The types that are accepted; the server decides by content, never by name. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024
export const GALLERY_MAX = 6

export const IMAGE_TYPE_INVALID = 'Formato de imagen no válido. Use JPG, PNG, GIF o WebP'
export const IMAGE_TOO_LARGE = 'La imagen es demasiado grande. Máximo 5MB'
export const GALLERY_FULL = 'Máximo 6 imágenes permitidas'

/** What is wrong with a file, before it is sent. `size` in bytes. */
export function imageError(file: { type: string; size: number }): string | undefined {
  if (!IMAGE_TYPES.some((type) => type === file.type)) return IMAGE_TYPE_INVALID
  return file.size > IMAGE_MAX_BYTES ? IMAGE_TOO_LARGE : undefined
}

/** Widths in pixels of the smaller copies that are kept of every uploaded picture; its own is at most the last. */
const IMAGE_WIDTHS = [160, 320, 640, 1280] as const
export const IMAGE_MAX_WIDTH = 1920

/**
 * The convention of addresses: '/files/{name}-{width}.webp' is an uploaded picture in its largest size, which is what
 * is stored; the smaller ones have the same address with one of IMAGE_WIDTHS below it. Undefined for other addresses.
 */
export function uploadedImage(url: unknown): { name: string; width: number } | undefined {
  const parts = typeof url === 'string' ? /^\/files\/([0-9a-f]{32})-([1-9]\d{0,3})\.webp$/.exec(url) : null
  return parts ? { name: parts[1]!, width: Number(parts[2]) } : undefined
}

export const imageUrl = (name: string, width: number): string => `/files/${name}-${width}.webp`

/** The widths in which a picture of this width is kept, ascending. */
export function imageSizes(width: number): number[] {
  return [...IMAGE_WIDTHS.filter((smaller) => smaller < width), width]
}

/** For `srcset`; undefined for a picture that is not ours, which then has one size only. */
export function imageSrcSet(url: unknown): string | undefined {
  const image = uploadedImage(url)
  return (
    image &&
    imageSizes(image.width)
      .map((w) => `${imageUrl(image.name, w)} ${w}w`)
      .join(', ')
  )
}

/** The smallest size that is at least `width` wide; the address itself when it is not ours. */
export function imageOfWidth(url: string, width: number): string {
  const image = uploadedImage(url)
  if (!image) return url
  return imageUrl(image.name, imageSizes(image.width).find((w) => w >= width) ?? image.width)
}

/** Many mail programs know no WebP: there an uploaded picture is shown as a small square PNG. */
export const MAIL_IMAGE_WIDTH = 160

/** The picture of an address as mails show it; the address itself when it is not ours. */
export const mailImage = (url: string): string =>
  uploadedImage(url) ? imageOfWidth(url, MAIL_IMAGE_WIDTH).replace(/webp$/, 'png') : url

/** The addresses in a gallery's JSON text; [] for anything that is no list. */
export function parseGallery(text: unknown): string[] {
  return (listOf(text) ?? []).filter((url): url is string => typeof url === 'string' && url !== '')
}

/** Error of `gallery_images`: JSON text of a list of at most six addresses. Blank: an empty gallery. */
export function galleryError(text: unknown): string | undefined {
  if (isBlank(text)) return undefined
  const list = listOf(text)
  const isAddress = (url: unknown): boolean =>
    typeof url === 'string' && url.length <= LIMITS.url && /^(https?:\/\/|\/(?!\/))\S+$/i.test(url)
  if (!list?.every(isAddress)) return 'La galería debe ser una lista de direcciones de imágenes'
  return list.length > GALLERY_MAX ? GALLERY_FULL : undefined
}

function listOf(text: unknown): unknown[] | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : undefined
  } catch {
    return undefined
  }
}
