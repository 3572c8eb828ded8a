/** A NIT with its check digit, or a cédula. */
import { cleanText, isBlank, type FieldRule } from './fields.ts'

const LEGAL_ID = 'Escribe un NIT con su dígito de verificación (900123456-8) o una cédula de 6 a 10 números'
const WRONG_DIGIT = 'El dígito de verificación del NIT no corresponde'

/** '900.123.456 - 8' as it is stored, '900123456-8'; '1.020.304.050' as '1020304050'. */
export const legalIdOf = (value: unknown): string =>
  cleanText(value).replace(/[\s.]/g, '').replace(/[–—]/g, '-')

/** The error of a NIT or a cédula; blank is allowed. */
export const legalIdError: FieldRule = (value) => {
  if (isBlank(value)) return undefined
  if (typeof value !== 'string' || value.length > 40) return LEGAL_ID
  const parts = /^(\d{6,10})(?:-(\d))?$/.exec(legalIdOf(value))
  if (!parts) return LEGAL_ID
  const [, digits, check] = parts
  return check === undefined || Number(check) === checkDigit(digits!) ? undefined : WRONG_DIGIT
}

const PRIMES = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43]

/** The check digit of a NIT (DIAN, Orden Administrativa 4 de 1989). */
export function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((sum, digit, index) => sum + Number(digit) * PRIMES[index]!, 0)
  const rest = sum % 11
  return rest > 1 ? 11 - rest : rest
}

/** 'NIT 900.123.456-8', 'cédula 1.020.304.050'. */
export function shownLegalId(id: string): string {
  const [digits, check] = id.split('-') as [string, string?]
  const grouped = digits.replace(/\B(?=(\d{3})+$)/g, '.')
  return check === undefined ? `cédula ${grouped}` : `NIT ${grouped}-${check}`
}
