/** Apart from the other rules of phones, which come with a page's first script. */
import { nationalNumber, parsePhone, phoneError } from './phone.ts'

/**
 * The country that is named with a number, when it is a valid one of it: ('CO', '+34 612 34 56 78'), ('CO', '0034 612…') → 'ES'.
 * Otherwise the one that was chosen.
 */
export function namedCountry(chosen: string, typed: string): string {
  const number = typed.replace(/^[^\d+]+/, '').replace(/^00/, '+')
  if (!number.startsWith('+') || !phoneError(chosen, nationalNumber(chosen, number))) return chosen
  const named = parsePhone(number)
  return named && !phoneError(named.iso, named.national) ? named.iso : chosen
}
