import { parsePhone } from './phone.ts'

/** A client's phone for who may not see it, but recognises it: '+573004128819' → '300 ••• 8819'. */
export function maskedPhone(full: string): string {
  // There is none.
  if (full === '') return ''
  const parsed = parsePhone(full)
  const digits = (parsed?.national ?? full).replace(/\D/g, '')
  // A short number would be all but told.
  if (digits.length < 9) return '•••'
  return `${digits.slice(0, 3)} ••• ${digits.slice(-4)}`
}

/** 'camila@correo.example' → 'c•••@correo.example' */
export const maskedEmail = (email: string): string => email.replace(/^(.?)[^@]*/u, '$1•••')

/** Whether a phone or e-mail is masked: nothing can be dialled or written to by it. */
export const isMasked = (value: string): boolean => value.includes('•')

const MASKS: Record<string, (value: unknown) => unknown> = {
  client_phone: (value) => (typeof value === 'string' ? maskedPhone(value) : value),
  client_email: (value) => (typeof value === 'string' ? maskedEmail(value) : value),
  client_id: () => null,
}

/**
 * An answer to a member's call as whoever may not see contacts gets it. What a refusal says of a field is a sentence about what they
 * wrote themselves, and stays legible.
 */
export function answerWithoutContacts(answer: unknown): unknown {
  const masked = withoutContacts(answer)
  if (!isRefusal(answer)) return masked
  return { ...(masked as object), fields: answer.fields }
}

const isRefusal = (answer: unknown): answer is { fields: object } =>
  typeof answer === 'object' &&
  answer !== null &&
  'success' in answer &&
  answer.success === false &&
  'fields' in answer

/** An answer with every client's phone, e-mail and document masked, wherever they stand in it. */
export function withoutContacts(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withoutContacts)
  if (typeof answer !== 'object' || answer === null || Object.getPrototypeOf(answer) !== Object.prototype)
    return answer
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, MASKS[name]?.(value) ?? maskedInside(name, value)]),
  )
}

const maskedInside = (name: string, value: unknown) => (name in MASKS ? null : withoutContacts(value))

interface Contacts {
  client_phone?: unknown
  client_email?: unknown
  client_id?: unknown
}

/** The changes of whoever sees a row's contacts masked: undefined unless contacts are as they are shown, and without them. */
export function withoutMasked<Changes extends Contacts>(
  { client_phone: phone, client_email: email, client_id: document }: Required<Contacts>,
  { client_phone, client_email, client_id, ...others }: Changes,
): Omit<Changes, keyof Contacts> | undefined {
  const shown = { client_phone: phone, client_email: email, client_id: document }
  const seen = withoutContacts(shown) as Required<Contacts>
  const isShown = (given: unknown, value: unknown) => given === undefined || given === value
  const isAll =
    isShown(client_phone, seen.client_phone) &&
    isShown(client_email, seen.client_email) &&
    isShown(client_id, seen.client_id)
  return isAll ? others : undefined
}
