import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const root = join(import.meta.dirname, '../..')
export const FOLDER = join(root, 'web/landing/pictures')
const LIST = join(FOLDER, 'list.json')

/** The data of a picture that the page needs: its size and the available widths. */
interface Entry {
  width: number
  height: number
  widths: number[]
}

/** A wide screen is shown at half of its pixels; a phone's at all of them. */
const widthsOf = (width: number) => (width > 1000 ? [640, 1280] : [400, 780])

/**
 * Saves a screen as AVIF and WebP, in two widths, replacing an older one of that name, and records it in the
 * list.
 */
export async function savePicture(name: string, png: Buffer) {
  mkdirSync(FOLDER, { recursive: true })
  const { width, height } = await sharp(png).metadata()
  const widths = widthsOf(width)
  const largest = widths.at(-1)!
  for (const old of globSync(`${name}-[0-9]*.{avif,webp}`, { cwd: FOLDER })) rmSync(join(FOLDER, old))
  for (const wide of widths) {
    const picture = sharp(png).resize({ width: wide })
    const file = join(FOLDER, `${name}-${wide}`)
    // For text: full colour resolution in AVIF, sharp edges in WebP.
    const avif = { quality: 52, effort: 5, chromaSubsampling: '4:4:4' }
    await picture.clone().avif(avif).toFile(`${file}.avif`)
    await picture.clone().webp({ quality: 74, effort: 6, smartSubsample: true }).toFile(`${file}.webp`)
  }
  const list: Record<string, Entry> = existsSync(LIST) ? JSON.parse(readFileSync(LIST, 'utf8')) : {}
  list[name] = { width: largest, height: Math.round((height * largest) / width), widths }
  const sorted = Object.fromEntries(Object.entries(list).sort(([a], [b]) => a.localeCompare(b)))
  writeFileSync(LIST, JSON.stringify(sorted, null, 2).replace(/\[\s+(\d+),\s+(\d+)\s+\]/g, '[$1, $2]') + '\n')
}
