/**
 * Rules that all form fields share: limits, required and optional text, numbers.
 * Values may come from anywhere: a wrong type yields the field's error, never an exception.
 */
import { normalForm } from './normal-form.ts'

/** Maximum lengths, in characters. decisions, Answers of the API. */
export const LIMITS = { name: 120, text: 500, url: 255, email: 254 } as const

/** The result of a form check: field → Spanish sentence; empty when there are no errors. */
export type FieldErrors = Record<string, string>
/** Untrusted form content, as it arrives from the network. */
export type Input = Record<string, unknown>

/** `input` as a record; `{}` when it is not one. */
export function inputOf(input: unknown): Input {
  return typeof input === 'object' && input !== null ? (input as Input) : {}
}

// Marks that turn the direction of what follows: with them a name could make its neighbours read otherwise.
const DIRECTION_MARKS = /\p{Bidi_C}/gu
// Anything but blanks, characters without a shape (zero width, fillers, annotations, blank Braille), marks without a letter,
// and what no typeface has: unassigned, private, and notes of music without a head.
const SHOWN = /[^\s\p{DI}\p{M}\p{Cf}\p{Co}\p{Cn}\u2800\ufffc\u{1d159}\u{13441}-\u{13446}]/u

/**
 * The text as it is checked and stored: trimmed, without marks of direction, each letter one character with its accent, as
 * telephones write it and files of a Mac do not; '' when it is not text, or nothing of it shows.
 */
export function cleanText(value: unknown): string {
  if (typeof value !== 'string') return ''
  const text = normalForm(value.replace(DIRECTION_MARKS, '').trim(), 'NFC')
  return SHOWN.test(text) ? text : ''
}

/** null, undefined and text of which nothing shows count as missing. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && cleanText(value) === '')
}

/** Error of a required one-line text. `message` when it is missing or not text. */
export function requiredText(value: unknown, message: string, max: number = LIMITS.name): string | undefined {
  return cleanText(value) === '' ? message : optionalText(value, max)
}

/** Error of an optional one-line text. */
export function optionalText(value: unknown, max: number = LIMITS.name): string | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'string') return 'Debe ser un texto'
  if (/[\u0000-\u001f\u007f-\u009f\p{Cs}]/u.test(cleanText(value))) return UNPRINTABLE
  return tooLong(value, max)
}

/** Error of an optional text of several lines; line breaks and tabs are allowed. */
export function longText(
  value: unknown,
  max: number = LIMITS.text,
  tooLongMessage?: string,
): string | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'string') return 'Debe ser un texto'
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Cs}]/u.test(cleanText(value)))
    return UNPRINTABLE
  return tooLong(value, max) && (tooLongMessage ?? tooLong(value, max))
}

// PostgreSQL cannot store U+0000, other control characters would break e-mail headers and calendar files, and half a
// surrogate pair (\p{Cs}) is no character.
const UNPRINTABLE = 'Contiene caracteres no permitidos'

const tooLong = (value: string, max: number): string | undefined =>
  length(cleanText(value)) > max ? `No puede exceder ${max} caracteres` : undefined

/** The length as PostgreSQL counts it: an emoji is one character. */
const length = (s: string): number => [...s].length

/** A positive integer id from a number or its digits; undefined otherwise. */
export function idOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** A finite number from a number or a plain decimal text ('12.50'); undefined otherwise. */
export function numberOf(value: unknown): number | undefined {
  const number =
    typeof value === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Error of a page or image address: http(s), or a path on this site. Blank is allowed. */
export function urlError(value: unknown): string | undefined {
  const error = optionalText(value, LIMITS.url)
  if (error || isBlank(value)) return error
  // Anything else (javascript:, data:, //other.host) could run or load content where the address is shown.
  return /^(https?:\/\/[^\s/]|\/(?!\/))\S*$/i.test(cleanText(value)) ? undefined : 'Dirección web inválida'
}

/** Drops the fields without an error. */
export function errorsOf(fields: Record<string, string | undefined>): FieldErrors {
  const errors: FieldErrors = {}
  for (const [name, error] of Object.entries(fields)) if (error) errors[name] = error
  return errors
}

/** The error of a value; undefined when it is valid. */
export type FieldRule = (value: unknown) => string | undefined

/** The errors of a form's fields, each checked by its rule. */
export const errorsBy = (rules: Record<string, FieldRule>, form: Input): FieldErrors =>
  errorsOf(Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, rule(form[name])])))
