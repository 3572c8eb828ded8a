/** Addresses of stored pictures: absolute ones unchanged, others on our own server. */
import { imageOfWidth } from '#domain/images.ts'

/** The address of the picture in a size of at least `width` pixels, if it has one. */
export function imageSrc(url: string | null | undefined, width: number): string | undefined {
  if (!url) return undefined
  return imageOfWidth(/^(https?:)?\//i.test(url) ? url : `/${url}`, width)
}
