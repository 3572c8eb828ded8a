import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import opentype from 'opentype.js'

/** A line of text as outlines, so that the machine that renders it needs no fonts. */
export interface Typeface {
  /** `text` without characters that the typeface lacks, such as emoji. */
  known(text: string): string
  /** Width in pixels. */
  width(text: string, size: number): number
  /** The `d` of an SVG path. */
  outline(text: string, x: number, baseline: number, size: number): string
}

export const headings = typeface('bricolage-grotesque-bold.ttf', -0.03)
export const support = typeface('figtree-semibold.ttf', 0)

function typeface(file: string, letterSpacing: number): Typeface {
  const bytes = readFileSync(join(import.meta.dirname, 'fonts', file))
  const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  const options = { kerning: true, letterSpacing }
  return {
    known: (text) =>
      [...text.normalize('NFC')]
        .map((sign) => (/\s/.test(sign) ? ' ' : sign))
        .filter((sign) => font.charToGlyphIndex(sign) !== 0)
        .join('')
        .replace(/ +/g, ' ')
        .trim(),
    width: (text, size) => font.getAdvanceWidth(text, size, options),
    outline: (text, x, baseline, size) =>
      font
        .getPath(text, x, baseline, size, options)
        .commands.map(({ type, x, y, x1, y1, x2, y2 }) => {
          const numbers = [x1, y1, x2, y2, x, y].filter((n) => n !== undefined)
          return type + numbers.map((n) => n.toFixed(1)).join(' ')
        })
        .join(''),
  }
}

export interface Lines {
  lines: string[]
  size: number
}

/** Line height, as a multiple of the font size. */
export const LEADING = 1.06

/**
 * The text in the largest of `sizes` at which its lines fit into `height`; at the smallest size it is cut
 * with '…'.
 */
export function fitted(
  face: Typeface,
  text: string,
  { width, height, sizes }: { width: number; height: number; sizes: readonly number[] },
): Lines {
  const smallest = sizes.at(-1)!
  for (const size of sizes) {
    const lines = wrapped(face, text, size, width)
    // A word is broken only when no smaller size would keep it whole.
    const isWhole = text.split(' ').every((word) => face.width(word, size) <= width)
    if (lines.length * size * LEADING <= height && (isWhole || size === smallest)) return { lines, size }
  }
  const lines = wrapped(face, text, smallest, width).slice(0, Math.floor(height / smallest / LEADING))
  let last = lines.pop()!
  while (face.width(`${last}…`, smallest) > width) last = [...last].slice(0, -1).join('')
  return { lines: [...lines, `${last.trimEnd()}…`], size: smallest }
}

function wrapped(face: Typeface, text: string, size: number, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((whole) => pieces(face, whole, size, width))) {
    const longer = line ? `${line} ${word}` : word
    if (face.width(longer, size) <= width) line = longer
    else {
      if (line) lines.push(line)
      line = word
    }
  }
  return line ? [...lines, line] : lines
}

/** Splits a word that is wider than the line into pieces that fit. */
function pieces(face: Typeface, word: string, size: number, width: number): string[] {
  const found: string[] = []
  let piece = ''
  for (const sign of word) {
    if (piece && face.width(piece + sign, size) > width) {
      found.push(piece)
      piece = ''
    }
    piece += sign
  }
  return [...found, piece]
}
