/** Uploaded images and the gallery. Specification 000 §5, §9. */
import { isBlank, LIMITS } from './fields.ts'

/** The accepted types; the server decides by content, never by file name. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024
export const GALLERY_MAX = 6

export const IMAGE_TYPE_INVALID = 'Formato de imagen no válido. Use JPG, PNG, GIF o WebP'
export const IMAGE_TOO_LARGE = 'La imagen es demasiado grande. Máximo 5MB'
export const GALLERY_FULL = 'Máximo 6 imágenes permitidas'

/** The error of a file before it is uploaded. `size` in bytes. */
export function imageError(file: { type: string; size: number }): string | undefined {
  if (!IMAGE_TYPES.some((type) => type === file.type)) return IMAGE_TYPE_INVALID
  return file.size > IMAGE_MAX_BYTES ? IMAGE_TOO_LARGE : undefined
}

/**
 * Widths in pixels of the smaller copies kept of every uploaded picture; the original's width is at most the
 * last.
 */
const IMAGE_WIDTHS = [160, 320, 640, 1280] as const
export const IMAGE_MAX_WIDTH = 1920

/**
 * The address convention: '/files/{name}-{width}.webp' is an uploaded picture in its largest size, which is
 * the one stored; the smaller copies have the same address with another width of IMAGE_WIDTHS. Undefined for
 * other addresses.
 */
export function uploadedImage(url: unknown): { name: string; width: number } | undefined {
  const parts = typeof url === 'string' ? /^\/files\/([0-9a-f]{32})-([1-9]\d{0,3})\.webp$/.exec(url) : null
  return parts ? { name: parts[1]!, width: Number(parts[2]) } : undefined
}

export const imageUrl = (name: string, width: number): string => `/files/${name}-${width}.webp`

/** The widths in which a picture of this width is stored, ascending. */
export function imageSizes(width: number): number[] {
  return [...IMAGE_WIDTHS.filter((smaller) => smaller < width), width]
}

/** The value of `srcset`; undefined for an external picture, which has a single size. */
export function imageSrcSet(url: unknown): string | undefined {
  const image = uploadedImage(url)
  return (
    image &&
    imageSizes(image.width)
      .map((w) => `${imageUrl(image.name, w)} ${w}w`)
      .join(', ')
  )
}

/** The smallest size that is at least `width` wide; the address itself when it is external. */
export function imageOfWidth(url: string, width: number): string {
  const image = uploadedImage(url)
  if (!image) return url
  return imageUrl(image.name, imageSizes(image.width).find((w) => w >= width) ?? image.width)
}

/** Many mail programs do not support WebP, so mails show an uploaded picture as a small square PNG. */
export const MAIL_IMAGE_WIDTH = 160

/** The address of a picture for use in mails; the address itself when it is external. */
export const mailImage = (url: string): string =>
  uploadedImage(url) ? imageOfWidth(url, MAIL_IMAGE_WIDTH).replace(/webp$/, 'png') : url

/** The addresses in a gallery's JSON text; [] for anything that is not a list. */
export function parseGallery(text: unknown): string[] {
  return (listOf(text) ?? []).filter((url): url is string => typeof url === 'string' && url !== '')
}

/** The pictures in that order; those that it leaves out follow. */
export function arranged(pictures: readonly string[], order: readonly string[]): string[] {
  const place = (url: string) => (order.includes(url) ? order.indexOf(url) : order.length)
  return pictures.toSorted((a, b) => place(a) - place(b))
}

/**
 * Error of `gallery_images`: JSON text with a list of at most six addresses. Blank means an empty gallery.
 */
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
