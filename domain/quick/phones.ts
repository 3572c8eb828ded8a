import { isMasked, maskedPhone } from '#domain/masked.ts'

const digits = (phone: string): string => phone.replace(/\D/g, '').replace(/^0+/, '')

/**
 * Whether a typed number is the one of a card, which has its country's code: typed numbers often have none. Of a masked
 * one the digits that show must be the same.
 */
export function isSamePhone(typed: string, card: string): boolean {
  if (typed === '' || card === '') return typed === card
  return isMasked(card) ? maskedPhone(typed) === card : digits(card).endsWith(digits(typed))
}

/** Whether a sentence with this number, if it has one, may be about the card without anybody choosing it. */
export const fitsCard = (typed: string | undefined, card: string): boolean =>
  !typed || card === '' || isSamePhone(typed, card)
