/**
 * Phone numbers by country. Specification 000 §5. A phone is stored and sent as '+', code and digits.
 */
import { isBlank } from './fields.ts'

export type Country = {
  iso: string
  name: string
  /** '+57' */
  code: string
  /** The pattern of a valid national number. */
  example: string
  /** The national number, digits only. */
  rule: RegExp
}

/** In the order of the specification's table. */
export const COUNTRIES: readonly Country[] = [
  { iso: 'AR', name: 'Argentina', code: '+54', example: '91123456789', rule: /^\d{10,11}$/ },
  { iso: 'BO', name: 'Bolivia', code: '+591', example: '71234567', rule: /^[67]\d{7}$/ },
  { iso: 'CL', name: 'Chile', code: '+56', example: '912345678', rule: /^9\d{8}$/ },
  { iso: 'CO', name: 'Colombia', code: '+57', example: '3001234567', rule: /^3\d{9}$/ },
  { iso: 'CR', name: 'Costa Rica', code: '+506', example: '61234567', rule: /^[67]\d{7}$/ },
  { iso: 'CU', name: 'Cuba', code: '+53', example: '51234567', rule: /^5\d{7}$/ },
  { iso: 'EC', name: 'Ecuador', code: '+593', example: '991234567', rule: /^9\d{8}$/ },
  { iso: 'SV', name: 'El Salvador', code: '+503', example: '71234567', rule: /^[67]\d{7}$/ },
  { iso: 'US', name: 'Estados Unidos', code: '+1', example: '3051234567', rule: /^\d{10}$/ },
  { iso: 'PR', name: 'Puerto Rico', code: '+1', example: '7871234567', rule: /^\d{10}$/ },
  { iso: 'DO', name: 'República Dominicana', code: '+1', example: '8091234567', rule: /^\d{10}$/ },
  { iso: 'GT', name: 'Guatemala', code: '+502', example: '51234567', rule: /^[3-5]\d{7}$/ },
  { iso: 'GQ', name: 'Guinea Ecuatorial', code: '+240', example: '222123456', rule: /^\d{9}$/ },
  { iso: 'HN', name: 'Honduras', code: '+504', example: '91234567', rule: /^[89]\d{7}$/ },
  { iso: 'MX', name: 'México', code: '+52', example: '5512345678', rule: /^\d{10}$/ },
  { iso: 'NI', name: 'Nicaragua', code: '+505', example: '81234567', rule: /^[78]\d{7}$/ },
  { iso: 'PA', name: 'Panamá', code: '+507', example: '61234567', rule: /^[67]\d{7}$/ },
  { iso: 'PY', name: 'Paraguay', code: '+595', example: '981234567', rule: /^9\d{8}$/ },
  { iso: 'PE', name: 'Perú', code: '+51', example: '912345678', rule: /^9\d{8}$/ },
  { iso: 'ES', name: 'España', code: '+34', example: '612345678', rule: /^[67]\d{8}$/ },
  // The table says 11 digits; real mobile numbers have 10, so both are accepted (decisions, Screens).
  { iso: 'VE', name: 'Venezuela', code: '+58', example: '4121234567', rule: /^4\d{9,10}$/ },
]

export const DEFAULT_COUNTRY = 'CO'
const PHONE_REQUIRED = 'Teléfono es requerido'

/** The country of an ISO code; Colombia when unknown. */
export function countryOf(iso: string): Country {
  return COUNTRIES.find((country) => country.iso === iso) ?? COUNTRIES.find((c) => c.iso === DEFAULT_COUNTRY)!
}

const formatMessage = ({ code, example }: Country): string => `Formato inválido. Ejemplo: ${code} ${example}`

/** Error of a national number: 'Formato inválido. Ejemplo: +57 3001234567'. Digits only, no spaces. */
export function phoneError(iso: string, national: unknown): string | undefined {
  const country = countryOf(iso)
  return typeof national === 'string' && country.rule.test(national) ? undefined : formatMessage(country)
}

/** What people write between digits, and is no part of a number. */
const bare = (typed: unknown): string =>
  typeof typed === 'string' ? typed.replace(/[\s().\-\u2010-\u2015\u202a-\u202e]/g, '') : ''

/**
 * Cleans up what people type into the number's field: separators, the country's own code and the 0 that is dialled
 * before a number go; a number of another form stays as it is, to be refused.
 * ('CO', '+57 300 123 45 67'), ('CO', '57 300…'), ('CO', '(0300) 123-45.67') → '3001234567'; ('MX', '+52 1 55 1234 5678') → '5512345678'.
 */
export function nationalNumber(iso: string, typed: string): string {
  const { code, rule } = countryOf(iso)
  const number = bare(typed)
  const digits = code.slice(1)
  if (rule.test(number)) return number
  const prefix = [code, `00${digits}`, digits].find((start) => number.startsWith(start)) ?? ''
  const rest = number.slice(prefix.length)
  const trunkless = rest.replace(iso !== 'MX' ? /^0/ : prefix === '' ? MX_TRUNK : MX_TRUNK_ABROAD, '')
  if (rule.test(trunkless)) return rule.test(rest) ? rest : trunkless
  return prefix === code ? rest : number
}

/** Mexico dialled these before a number until 2019, and lists still have them. Without its code a bare 1 is the United States'. */
const MX_TRUNK = /^(01|04[45]|0)/
const MX_TRUNK_ABROAD = /^(0?1|04[45]|0)/

/** ('CO', '3001234567') → '+573001234567'. */
export function e164(iso: string, national: string): string {
  return countryOf(iso).code + national
}

/**
 * '+573001234567' → { iso: 'CO', national: '3001234567' }; undefined without a known code. The national
 * number may still be invalid. No country code is a prefix of another; +1 is read as the United States. Without its plus
 * a code is one if a valid number follows.
 */
export function parsePhone(full: unknown): { iso: string; national: string } | undefined {
  const phone = bare(full)
  const country =
    COUNTRIES.find(({ code }) => phone.startsWith(code)) ??
    COUNTRIES.find(
      ({ iso, code }) =>
        phone.startsWith(code.slice(1)) && !phoneError(iso, nationalNumber(iso, `+${phone}`)),
    )
  return country && { iso: country.iso, national: nationalNumber(country.iso, phone) }
}

/**
 * '+' with code and digits, without what people write between them; undefined when the number is invalid.
 */
export function normalisePhone(full: unknown): string | undefined {
  const parsed = parsePhone(full)
  return parsed && !phoneError(parsed.iso, parsed.national) ? e164(parsed.iso, parsed.national) : undefined
}

export function phoneIsValid(full: unknown): boolean {
  return normalisePhone(full) !== undefined
}

/**
 * Error of a whole phone ('+57…'): missing, or not in its country's format. A code alone counts as missing.
 */
export function fullPhoneError(full: unknown): string | undefined {
  const parsed = parsePhone(full)
  if (isBlank(full) || parsed?.national === '') return PHONE_REQUIRED
  return parsed ? phoneError(parsed.iso, parsed.national) : formatMessage(countryOf(DEFAULT_COUNTRY))
}

/** The initial country of a booking form: that of the business's phone, else Colombia. */
export function countryOfPhone(businessPhone: unknown): string {
  return parsePhone(businessPhone)?.iso ?? DEFAULT_COUNTRY
}

/**
 * '+573004128819' → '+57 300 412 8819'; '300 412 8819' for who is at `home`: a phone with the same country code, as that of
 * the business that reads it.
 */
export function shownPhone(full: string, home?: string): string {
  const parsed = parsePhone(full)
  if (!parsed) return full
  const { national } = parsed
  const { code } = countryOf(parsed.iso)
  const own = parsePhone(home)
  const groups =
    national.length === 10 ? [national.slice(0, 3), national.slice(3, 6), national.slice(6)] : [national]
  const isAtHome = own !== undefined && countryOf(own.iso).code === code
  return [...(isAtHome ? [] : [code]), ...groups].join(' ')
}
