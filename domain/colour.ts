/** Turns the owner's colour (#RRGGBB) into the six readable CSS variables of the public page. */

export const DEFAULT_BRAND = '#2563eb'
/** The default header gradient, from blue to violet. Specification 001 §9. */
export const DEFAULT_BRAND_SECONDARY = '#7c3aed'

const INK = '#101714'
const WHITE = '#ffffff'
const BLACK = '#000000'
// WCAG 2.2 AA: 4.5 for text, 3 for lines and icons.
const TEXT_CONTRAST = 4.5
const LINE_CONTRAST = 3

export type BrandVars = {
  /** Background of header and buttons, and the other end of its gradient. */
  '--brand': string
  '--brand-2': string
  /** Text colour on both of them. */
  '--on-brand': string
  /** The colour as text on white and on the pale tint. */
  '--brand-ink': string
  /** The colour as a line on white. */
  '--brand-line': string
  /** A pale tint. */
  '--brand-soft': string
}

/** Whether `value` is #RRGGBB. */
export function isHexColour(value: unknown): value is string {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)
}

/** Darkens each channel to 80 %, rounded. Specification 000 §5. */
export function secondaryColour(hex: string): string {
  return hexOf(channels(hex).map((c) => c * 0.8))
}

/** WCAG contrast ratio of two #RRGGBB colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The six variables. An invalid colour counts as none. */
export function brandVars(brand?: string | null, secondary?: string | null): BrandVars {
  const chosen = isHexColour(brand) ? brand : undefined
  const first = chosen ?? DEFAULT_BRAND
  const fallback = chosen ? secondaryColour(chosen) : DEFAULT_BRAND_SECONDARY
  const second = isHexColour(secondary) ? secondary : fallback
  const background = backgroundOf(first, second)
  const soft = mix(WHITE, first, 0.09)
  return {
    '--brand': background.first,
    '--brand-2': background.second,
    '--on-brand': background.text,
    '--brand-ink': darken(first, (c) => readable(c, WHITE) && readable(c, soft)),
    '--brand-line': darken(first, (c) => contrast(c, WHITE) >= LINE_CONTRAST),
    '--brand-soft': soft,
  }
}

const readable = (a: string, b: string): boolean => contrast(a, b) >= TEXT_CONTRAST

/**
 * White or dark text for the gradient; when neither is readable on both ends, both ends are darkened for
 * white text.
 */
function backgroundOf(first: string, second: string): { first: string; second: string; text: string } {
  for (const text of [WHITE, INK]) {
    if (readable(text, first) && readable(text, second)) return { first, second, text }
  }
  const forWhite = (c: string): boolean => readable(c, WHITE)
  return { first: darken(first, forWhite), second: darken(second, forWhite), text: WHITE }
}

/** The colour mixed with the least black that makes it pass `good`. */
function darken(colour: string, isGood: (c: string) => boolean): string {
  for (let black = 0; black < 1; black += 0.035) {
    const darker = mix(colour, BLACK, black)
    if (isGood(darker)) return darker
  }
  return BLACK
}

const channels = (hex: string): number[] => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16))

const hexOf = (rgb: number[]): string =>
  '#' + rgb.map((c) => Math.round(c).toString(16).padStart(2, '0')).join('')

function mix(a: string, b: string, share: number): string {
  const other = channels(b)
  return hexOf(channels(a).map((c, i) => c * (1 - share) + other[i]! * share))
}

function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map((c) => {
    const s = c / 255
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
