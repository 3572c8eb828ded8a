/** What an e-mail address is. */
import { cleanText, isBlank, LIMITS } from './fields.ts'

const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const LABEL = /^[\p{L}\p{M}\p{N}-]{1,63}$/u

/** Whether `value` looks like an e-mail address: letters of any script, a dot in the domain, no spaces. */
export function isEmail(value: unknown): value is string {
  // Of 'İ' PostgreSQL makes 'i' and JavaScript two characters: one account would have many names, each guessed at anew.
  if (typeof value !== 'string' || value.length > LIMITS.email || value.includes('İ')) return false
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
