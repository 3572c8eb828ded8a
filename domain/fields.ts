/**
 * What every form field has in common: limits, required and optional text, e-mail, numbers.
 * Values may come from anywhere: a wrong type gets the field's sentence, never an exception.
 */

/** Longest values, in characters. decisions, Answers of the API. */
export const LIMITS = { name: 120, text: 500, url: 255, email: 254 } as const

/** What a form function returns: field → Spanish sentence; empty when all is well. */
export type FieldErrors = Record<string, string>
/** A form of unknown content, as it comes from the network. */
export type Input = Record<string, unknown>

/** `input` as a record, `{}` when it is none. */
export function inputOf(input: unknown): Input {
  return typeof input === 'object' && input !== null ? (input as Input) : {}
}

/** The text as it is checked and stored: without the spaces around it; '' when it is not text. */
export function cleanText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** null, undefined and blank text count as left out. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
}

/** Error of a one-line text that must be there. `message` when missing or no text. */
export function requiredText(value: unknown, message: string, max: number = LIMITS.name): string | undefined {
  return cleanText(value) === '' ? message : optionalText(value, max)
}

/** Error of a one-line text that may be left out. */
export function optionalText(value: unknown, max: number = LIMITS.name): string | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'string') return 'Debe ser un texto'
  if (/[\u0000-\u001f\u007f]/.test(cleanText(value))) return UNPRINTABLE
  return tooLong(value, max)
}

/** Error of a text of several lines that may be left out: line breaks and tabs are fine. */
export function longText(
  value: unknown,
  max: number = LIMITS.text,
  tooLongMessage?: string,
): string | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'string') return 'Debe ser un texto'
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(cleanText(value))) return UNPRINTABLE
  return tooLong(value, max) && (tooLongMessage ?? tooLong(value, max))
}

// PostgreSQL cannot store U+0000, and the others would break e-mail headers and calendar files.
const UNPRINTABLE = 'Contiene caracteres no permitidos'

const tooLong = (value: string, max: number): string | undefined =>
  length(cleanText(value)) > max ? `No puede exceder ${max} caracteres` : undefined

/** Characters as PostgreSQL counts them: an emoji is one. */
const length = (s: string): number => [...s].length

const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const LABEL = /^[\p{L}\p{M}\p{N}-]{1,63}$/u

/** Whether `value` looks like an e-mail address: letters of any script, a dot in the domain, no spaces. */
export function isEmail(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > LIMITS.email) return false
  const at = value.lastIndexOf('@')
  const labels = value.slice(at + 1).split('.')
  if (at < 1 || at > 64 || labels.length < 2 || !LOCAL.test(value.slice(0, at))) return false
  if (!labels.every((label) => LABEL.test(label) && !label.startsWith('-') && !label.endsWith('-')))
    return false
  return !/^(.|\d+)$/u.test(labels[labels.length - 1]!)
}

/** 'Email es requerido', 'Email inválido'. */
export function emailError(value: unknown): string | undefined {
  if (isBlank(value)) return 'Email es requerido'
  return isEmail(cleanText(value)) ? undefined : 'Email inválido'
}

/** A positive whole id out of a number or its digits; undefined otherwise. */
export function idOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** A finite number out of a number or a plain decimal text ('12.50'); undefined otherwise. */
export function numberOf(value: unknown): number | undefined {
  const number =
    typeof value === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** The error of an address of a page or an image: http(s), or a path of our own. Blank is fine. */
export function urlError(value: unknown): string | undefined {
  const error = optionalText(value, LIMITS.url)
  if (error || isBlank(value)) return error
  // Anything else (javascript:, data:, //other.host) could run or load where the address is shown.
  return /^(https?:\/\/[^\s/]|\/(?!\/))\S*$/i.test(cleanText(value)) ? undefined : 'Dirección web inválida'
}

/** Keeps the fields that have an error. */
export function errorsOf(fields: Record<string, string | undefined>): FieldErrors {
  const errors: FieldErrors = {}
  for (const [name, error] of Object.entries(fields)) if (error) errors[name] = error
  return errors
}
