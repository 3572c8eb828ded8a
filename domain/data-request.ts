/** What people may ask of a business about their own data, and by when it answers: Ley 1581 de 2012, articles 14 and 15. */
import { addBusinessDays, businessDaysLeft } from './business-days.ts'
import type { IsoDate } from './dates.ts'
import { cleanText, errorsOf, inputOf, longText, type FieldErrors } from './fields.ts'

export const DATA_REQUEST_KINDS = ['consult', 'correct', 'erase', 'revoke'] as const
export type DataRequestKind = (typeof DATA_REQUEST_KINDS)[number]

export const DATA_REQUESTS: Record<
  DataRequestKind,
  { label: string; about: string; days: number; more: number }
> = {
  consult: {
    label: 'Consultar',
    about: 'Saber qué datos míos tienen y para qué los usan',
    days: 10,
    more: 5,
  },
  correct: { label: 'Corregir', about: 'Cambiar un dato mío que está mal', days: 15, more: 8 },
  erase: { label: 'Suprimir', about: 'Que borren mis datos', days: 15, more: 8 },
  revoke: { label: 'Revocar', about: 'Retirar la autorización para usar mis datos', days: 15, more: 8 },
}

export const OUTCOMES = ['done', 'refused'] as const
export type Outcome = (typeof OUTCOMES)[number]

export const DETAILS_MAX = 1000
export const REASON_MAX = 500
export const ANSWER_MAX = 4000
/** Business days before the date at which it is marked red. */
const URGENT_DAYS = 2

const RULES = {
  kind: (value: unknown) =>
    DATA_REQUEST_KINDS.some((kind) => kind === value) ? undefined : 'Elige qué quieres pedir',
  outcome: (value: unknown) =>
    OUTCOMES.some((outcome) => outcome === value) ? undefined : 'Elige si se hizo o no',
}

/** The errors of what a client asks. Whoever wants something corrected says what. */
export function dataRequestErrors(input: unknown): FieldErrors {
  const { kind, details } = inputOf(input)
  return errorsOf({
    kind: RULES.kind(kind),
    details:
      kind === 'correct' && cleanText(details) === ''
        ? 'Escribe qué dato está mal y cómo debe quedar'
        : longText(details, DETAILS_MAX),
  })
}

export function dataAnswerErrors(input: unknown): FieldErrors {
  const { outcome, answer } = inputOf(input)
  return errorsOf({
    outcome: RULES.outcome(outcome),
    answer: cleanText(answer) === '' ? 'Escribe la respuesta' : longText(answer, ANSWER_MAX),
  })
}

export function extensionErrors(input: unknown): FieldErrors {
  const { reason } = inputOf(input)
  return errorsOf({
    reason: cleanText(reason) === '' ? 'Escribe por qué necesitas más tiempo' : longText(reason, REASON_MAX),
  })
}

/** The last date for an answer; counting begins on the business day after it was asked. */
export const dueDate = (kind: DataRequestKind, received: IsoDate): IsoDate =>
  addBusinessDays(received, DATA_REQUESTS[kind].days)

/** The last date once the client was told why it takes longer. */
export const extendedDate = (kind: DataRequestKind, due: IsoDate): IsoDate =>
  addBusinessDays(due, DATA_REQUESTS[kind].more)

/** How much time is left, as it reads, and whether it is little. */
export function timeLeft(today: IsoDate, due: IsoDate): { text: string; isUrgent: boolean } {
  const days = businessDaysLeft(today, due)
  const isUrgent = days <= URGENT_DAYS
  if (due < today) return { text: 'Venció', isUrgent }
  if (days === 0) return { text: 'Vence hoy', isUrgent }
  return { text: days === 1 ? 'Queda 1 día hábil' : `Quedan ${days} días hábiles`, isUrgent }
}

export const ALREADY_ASKED = 'Ya pediste esto y todavía no te responden'
export const ALREADY_ANSWERED = 'Esta solicitud ya está respondida'
export const EXTENDED_ONCE = 'El plazo se puede ampliar una sola vez'
export const EXTENDED_LATE = 'El plazo ya venció: responde la solicitud'
