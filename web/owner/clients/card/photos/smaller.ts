import { IMAGE_MAX_WIDTH } from '#domain/images.ts'
import { decoded } from '../../../../ui/image/image-frame.ts'

/** What a phone takes is larger than what is kept: this much is sent as it is. */
const SMALL = 1_000_000

/** A picture no larger than it is kept, so that little is sent; undefined when it is none that the browser can show. */
export async function smaller(file: File): Promise<Blob | undefined> {
  const image = await decoded(file)
  if (!image) return undefined
  try {
    const { naturalWidth, naturalHeight } = image
    const scale = Math.min(1, IMAGE_MAX_WIDTH / Math.max(naturalWidth, naturalHeight))
    if (file.size <= SMALL) return file
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(naturalWidth * scale))
    canvas.height = Math.max(1, Math.round(naturalHeight * scale))
    const context = canvas.getContext('2d')!
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve) =>
      canvas.toBlob((made) => resolve(made ?? undefined), 'image/jpeg', 0.9),
    )
  } finally {
    URL.revokeObjectURL(image.src)
  }
}
