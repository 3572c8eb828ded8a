import { brandVars } from '#domain/colour.ts'
import sharp, { type OverlayOptions } from 'sharp'
import { fitted, headings, LEADING, support, type Typeface } from './letters.ts'

/** Width and height in pixels that Facebook, WhatsApp and X show without cropping. */
const WIDTH = 1200
const HEIGHT = 630
/** The maximum size in bytes: chats do not show larger pictures. */
const MAX_BYTES = 300_000
const MARGIN = 72
const PHOTO = { left: 700, width: WIDTH - 700 }
const TILE = 116
const PILL = 76
const CALL = 'Reserva tu cita en línea'

/** The content: see shareFacts. */
export interface Drawn {
  name: string
  /** Kind and place, either of them, or neither. */
  about: string
  brand: string | null
  secondary: string | null
}

/**
 * A business's share picture in its colours, as JPEG. Text is drawn as outlines, so no fonts of the machine
 * are used. `logo` and `photo` are pictures of our own store.
 */
export async function drawSharePicture(
  business: Drawn,
  { logo, photo }: { logo?: Buffer | undefined; photo?: Buffer | undefined },
): Promise<Buffer> {
  const colours = brandVars(business.brand, business.secondary)
  const overlays: OverlayOptions[] = []
  if (photo)
    overlays.push({
      input: await sharp(photo)
        .resize(PHOTO.width, HEIGHT, { fit: 'cover', position: 'attention' })
        .toBuffer(),
      left: PHOTO.left,
      top: 0,
    })
  if (logo)
    overlays.push({
      input: await sharp(logo)
        .resize(TILE - 24, TILE - 24, { fit: 'contain', background: '#ffffff00' })
        .png()
        .toBuffer(),
      left: MARGIN + 12,
      top: MARGIN + 12,
    })
  const drawing = sharp(
    Buffer.from(svgOf(business, colours, { hasLogo: Boolean(logo), hasPhoto: Boolean(photo) })),
  )
  const pixels = await drawing.composite(overlays).flatten().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = pixels.info
  for (const quality of [88, 76, 60, 40]) {
    const jpeg = await sharp(pixels.data, { raw: { width, height, channels } })
      .jpeg({ quality, mozjpeg: true, chromaSubsampling: '4:4:4' })
      .toBuffer()
    if (jpeg.length < MAX_BYTES || quality === 40) return jpeg
  }
  throw new Error('unreachable')
}

/**
 * Everything but the pictures. All text is drawn as paths, so none of the business's text can become a tag.
 */
function svgOf(
  { name, about }: Drawn,
  colours: ReturnType<typeof brandVars>,
  { hasLogo, hasPhoto }: { hasLogo: boolean; hasPhoto: boolean },
): string {
  const { '--brand': first, '--brand-2': second, '--on-brand': text } = colours
  const room = (hasPhoto ? PHOTO.left : WIDTH) - 2 * MARGIN
  const below = support.known(about)
  const aboutLine = below && fitted(support, below, { width: room, height: 40, sizes: [34, 30] }).lines[0]!
  const aboutSize = aboutLine && support.width(aboutLine, 34) <= room ? 34 : 30
  // The name and the description are centred between the logo above and the call to action below.
  const pillTop = HEIGHT - MARGIN - PILL
  const top = MARGIN + (hasLogo ? TILE + 28 : 0)
  const height = pillTop - 28 - top
  const aboutHeight = aboutLine ? 58 : 0
  const title = fitted(headings, headings.known(name) || CALL, {
    width: room,
    height: height - aboutHeight,
    sizes: SIZES,
  })
  const lineHeight = title.size * LEADING
  const block = title.lines.length * lineHeight + aboutHeight
  const start = top + (height - block) / 2
  const parts = title.lines.map((line, i) =>
    path(headings, line, MARGIN - 2, start + title.size * 0.82 + i * lineHeight, title.size, text),
  )
  if (aboutLine) parts.push(path(support, aboutLine, MARGIN, start + block - 10, aboutSize, text))

  const callSize = 30
  const callWidth = support.width(CALL, callSize) + 64
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${first}"/><stop offset="1" stop-color="${second}"/></linearGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/>
${hasLogo ? `<rect x="${MARGIN}" y="${MARGIN}" width="${TILE}" height="${TILE}" rx="28" fill="#fff"/>` : ''}
${parts.join('\n')}
<rect x="${MARGIN}" y="${pillTop}" width="${callWidth}" height="${PILL}" rx="${PILL / 2}" fill="${text}"/>
${path(support, CALL, MARGIN + 32, pillTop + 48, callSize, first)}
${markOf(MARGIN + callWidth + 28, pillTop, text, room - callWidth - 28)}
</svg>`
}

const SIZES = [96, 84, 74, 64, 56, 48, 42, 36]

/** The product's own small mark, with its name beside it where there is room. */
function markOf(x: number, pillTop: number, colour: string, room: number): string {
  const [size, y] = [40, pillTop + 18]
  const word = 'enpunto'
  const mark = `<g transform="translate(${x} ${y}) scale(${size / 32})"><rect width="32" height="32" rx="9.5" fill="#024c36"/><path d="M8.4 16.2h13a6.6 6.6 0 1 0-2.2 5" fill="none" stroke="#fff" stroke-width="3.1" stroke-linecap="round" stroke-linejoin="round"/><circle cx="24.3" cy="23.2" r="2.5" fill="#feae39"/></g>`
  if (room < size + 12 + support.width(word, 26)) return mark
  return mark + path(support, word, x + size + 12, pillTop + 47, 26, colour)
}

const path = (
  face: Typeface,
  line: string,
  x: number,
  baseline: number,
  size: number,
  fill: string,
): string => `<path fill="${fill}" d="${face.outline(line, x, baseline, size)}"/>`
