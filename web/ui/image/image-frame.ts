/** The square part of a picture that is kept: its centre, as fractions of the picture, and the zoom. */
export interface Frame {
  x: number
  y: number
  zoom: number
}

export interface Size {
  width: number
  height: number
}

export const ZOOM_MAX = 4
export const WHOLE: Frame = { x: 0.5, y: 0.5, zoom: 1 }

/** The largest size of the square that is kept, in pixels. */
const SIDE_MAX = 1280

/** The fraction of the picture's width and height that the square covers. */
export function share({ width, height }: Size, zoom: number): { x: number; y: number } {
  const side = Math.min(width, height) / zoom
  return { x: side / width, y: side / height }
}

/** Keeps the square within the picture. */
export function within(size: Size, { x, y, zoom }: Frame): Frame {
  const kept = Math.min(ZOOM_MAX, Math.max(1, zoom))
  const half = share(size, kept)
  const clamp = (at: number, part: number) => Math.min(1 - part / 2, Math.max(part / 2, at))
  return { x: clamp(x, half.x), y: clamp(y, half.y), zoom: kept }
}

/** Crops to the square; JPEG on white, as small as pages need it. */
export function cut(image: HTMLImageElement, frame: Frame): Promise<Blob | null> {
  const { naturalWidth: width, naturalHeight: height } = image
  const side = Math.min(width, height) / frame.zoom
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.max(1, Math.round(Math.min(side, SIDE_MAX)))
  const context = canvas.getContext('2d')!
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  const [left, top] = [frame.x * width - side / 2, frame.y * height - side / 2]
  context.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
}

/** Decodes a file as browsers do; undefined when it is not a picture. */
export async function decoded(file: Blob): Promise<HTMLImageElement | undefined> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await image.decode()
    return image.naturalWidth > 0 ? image : undefined
  } catch {
    URL.revokeObjectURL(image.src)
    return undefined
  }
}
