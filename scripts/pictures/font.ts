import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const fonts = join(import.meta.dirname, '../../web/ui/fonts')

/** One of our typefaces as a CSS rule that embeds its file. */
export function fontFace(family: string, file: string): string {
  const data = readFileSync(join(fonts, file)).toString('base64')
  return `@font-face { font-family: ${family}; font-weight: 200 900; src: url(data:font/woff2;base64,${data}) }`
}
