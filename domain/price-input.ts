import { numberOf } from './fields.ts'

/**
 * Normalises a typed price: '$ 45.000' → '45000', '12,50' → '12.50'. Three digits after a point or comma are
 * thousands, the local convention; other text is returned unchanged and fails validation.
 */
export function priceText(typed: string): string {
  const text = typed.replace(/[\s$]|US|COP|€/gi, '')
  if (/^-?\d{1,3}(\.\d{3})+(,\d{1,2})?$/.test(text)) return text.replaceAll('.', '').replace(',', '.')
  if (/^-?\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(text)) return text.replaceAll(',', '')
  return text.replace(',', '.')
}

/** The number in a typed price; undefined when there is none. */
export const priceIn = (typed: string): number | undefined => numberOf(priceText(typed))
