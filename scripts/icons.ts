/**
 * Draws every icon that browsers, home screens and launchers need from the one mark: `node
 * scripts/icons.ts`. The results are committed in `web/static`: they change only when the mark does.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const out = (name: string) => join(import.meta.dirname, '../web/static', name)

const PLUS = 'M5 12h14M12 5v14'
const CALENDAR = 'M8 2v3M16 2v3M3 9h18M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z'
const GREEN = '#024c36'
const MANGO = '#feae39'
const e = (colour: string) =>
  `<path d="M8.4 16.2h13a6.6 6.6 0 1 0-2.2 5" fill="none" stroke="${colour}" stroke-width="3.1" stroke-linecap="round" stroke-linejoin="round"/>`
const dot = (colour: string) => `<circle cx="24.3" cy="23.2" r="2.5" fill="${colour}"/>`
const svg = (content: string, size = 32) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${content}</svg>`
const mark = e('#fff') + dot(MANGO)
/** Smaller and centred: launchers crop it to shapes of their own, down to a circle of 80 %. */
const inside = (content: string, part: number) =>
  `<g transform="translate(16 16) scale(${part}) translate(-16.4 -15.6)">${content}</g>`

const rounded = svg(`<rect width="32" height="32" rx="9.5" fill="${GREEN}"/>${mark}`)
const whole = (part: number) => svg(`<rect width="32" height="32" fill="${GREEN}"/>${inside(mark, part)}`)
const shortcut = (d: string) =>
  svg(
    `<rect width="48" height="48" rx="24" fill="#d9f6e8"/><path transform="translate(12 12)" d="${d}" fill="none" stroke="#033727" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"/>`,
    48,
  )

const png = (drawing: string, size: number) =>
  sharp(Buffer.from(drawing), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9, effort: 10 })
    .toBuffer()

for (const [name, drawing, size] of [
  ['icons/icon-192.png', rounded, 192],
  ['icons/icon-512.png', rounded, 512],
  ['icons/maskable-192.png', whole(0.82), 192],
  ['icons/maskable-512.png', whole(0.82), 512],
  ['icons/new.png', shortcut(PLUS), 96],
  ['icons/calendar.png', shortcut(CALENDAR), 96],
  // The phone itself rounds the corners.
  ['apple-touch-icon.png', whole(0.95), 180],
] as const)
  writeFileSync(out(name), await png(drawing, size))
writeFileSync(out('icons/monochrome.svg'), svg(inside(e('#000') + dot('#000'), 0.82)))
writeFileSync(out('favicon.ico'), ico(await png(rounded, 32), 32))

/** The legacy .ico container around one PNG. */
function ico(image: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2) // type: icon
  head.writeUInt16LE(1, 4) // one picture
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(image.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, image])
}
