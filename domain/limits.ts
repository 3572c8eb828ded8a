/** How soon, how far ahead and how often customers can book: fields of the business and of its services. */
import { isBlank, numberOf } from './fields.ts'
import { spanText } from './numbers.ts'

/** The intervals between offered starts that can be chosen, in minutes. */
export const SLOT_INTERVALS = [5, 10, 15, 20, 30, 45, 60, 90, 120] as const
/** How far ahead customers can book, in days: at least tomorrow, at most a year. */
export const HORIZON_DAYS = { least: 1, most: 365 } as const
/** Two weeks: more notice would close the page rather than protect a day. */
export const NOTICE_MAX = 20_160

/** How long one appointment may be made, and in what steps, in minutes. */
export const SHORTEST_MINUTES = 15
export const LONGEST_MINUTES = 720
export const RESIZE_STEP = 5

/** The minimum notices that screens offer, in minutes. */
export const NOTICES = [0, 30, 60, 120, 180, 240, 480, 720, 1440, 2880, 4320, 10_080]

/** 'Sin mínimo', '2 horas antes'. */
export const noticeText = (minutes: number): string =>
  minutes === 0 ? 'Sin mínimo' : `${spanText(minutes)} antes`

/** Up to when customers cancel by themselves: 'Hasta que empiece', '2 horas antes'. */
export const cancelNoticeText = (minutes: number): string =>
  minutes === 0 ? 'Hasta que empiece' : `Hasta ${spanText(minutes)} antes`

/** Error of a minimum notice in minutes. */
export function noticeError(value: unknown): string | undefined {
  return isWhole(value, 0, NOTICE_MAX)
    ? undefined
    : `La anticipación va de 0 minutos a ${spanText(NOTICE_MAX)}`
}

export function horizonError(value: unknown): string | undefined {
  const { least, most } = HORIZON_DAYS
  return isWhole(value, least, most) ? undefined : `Debe ser un número de ${least} a ${most} días`
}

/** Error of the minutes between two offered starts. */
export function slotIntervalError(value: unknown): string | undefined {
  return SLOT_INTERVALS.some((n) => n === value) ? undefined : 'Intervalo no disponible'
}

/** Whether a value is a whole number from `least` to `most`. */
export function isWhole(value: unknown, least: number, most: number): boolean {
  const number = isBlank(value) ? undefined : numberOf(value)
  return number !== undefined && Number.isInteger(number) && number >= least && number <= most
}
