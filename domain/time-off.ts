/** Time off: what can be blocked, for how long, and the sentences of what is wrong with it. */
import {
  addDays,
  amPmRange,
  clockTime,
  daysBetween,
  isClockTime,
  isIsoDate,
  minutesOf,
  type ClockTime,
  type IsoDate,
} from './dates.ts'
import { isEndTime } from './end-time.ts'
import { cleanText, errorsOf, isBlank, optionalText, type FieldErrors, type Input } from './fields.ts'

/** The kinds that people write; `external` ones are imported. */
export const TIME_OFF_KINDS = ['block', 'vacation', 'sick', 'closed'] as const
export type TimeOffKind = (typeof TIME_OFF_KINDS)[number] | 'external'

/** How each kind reads without a reason. */
export const TIME_OFF_TEXT: Record<TimeOffKind, string> = {
  block: 'Bloqueado',
  vacation: 'Vacaciones',
  sick: 'Incapacidad',
  closed: 'Cerrado',
  external: 'Ocupado',
}

const MAX_TIME_OFF_DAYS = 400
export const MAX_REASON = 120
const MAX_REPEAT_DAYS = 366

/** The wall clock of a time off; without times, whole days. */
export interface TimeOffClock {
  first_date: IsoDate
  last_date: IsoDate
  from_time: ClockTime | null
  to_time: ClockTime | null
}

const END_FIRST = 'La hora final debe ser después de la inicial'
const DATE = 'La fecha no es válida: usa el formato AAAA-MM-DD'
const TIME = 'Las horas deben escribirse como HH:MM'

/** By field. `today` is the business's; without it the age of the first date is not judged. */
export function timeOffErrors(input: Input, today?: IsoDate): FieldErrors {
  const { from_time: from, to_time: to, kind } = input
  const first = dateOf(input['first_date'])
  const last = isBlank(input['last_date']) ? first : dateOf(input['last_date'])
  const hasTimes = !isBlank(from) || !isBlank(to)
  return errorsOf({
    kind:
      isBlank(kind) || TIME_OFF_KINDS.some((one) => one === kind)
        ? undefined
        : 'Elige qué tipo de bloqueo es',
    first_date: !first
      ? DATE
      : today && first < aYearBefore(today)
        ? 'No se puede bloquear tiempo de hace más de un año'
        : undefined,
    last_date: !last ? DATE : first && datesError(first, last),
    from_time: hasTimes && !isClockTime(from) ? TIME : undefined,
    to_time: hasTimes ? endError(from, to, first !== undefined && first === last) : undefined,
    reason: optionalText(input['reason'], MAX_REASON),
    show_reason:
      kind === 'sick' && input['show_reason'] === true
        ? 'Una incapacidad no se muestra en público'
        : undefined,
    ...repeatErrors(input, first),
  })
}

const aYearBefore = (date: IsoDate): IsoDate => `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`
const dateOf = (value: unknown): IsoDate | undefined => (isIsoDate(value) ? value : undefined)

function datesError(first: IsoDate, last: IsoDate): string | undefined {
  const days = daysBetween(first, last)
  if (days < 0) return END_FIRST
  return days >= MAX_TIME_OFF_DAYS
    ? `Un bloqueo puede durar como máximo ${MAX_TIME_OFF_DAYS} días`
    : undefined
}

function endError(from: unknown, to: unknown, isOneDay: boolean): string | undefined {
  if (!isEndTime(to)) return TIME
  return isOneDay && isClockTime(from) && minutesOf(from) >= minutesOf(to) ? END_FIRST : undefined
}

function repeatErrors(input: Input, first: IsoDate | undefined): FieldErrors {
  const { repeat_weeks: weeks, repeat_until: until } = input
  if (isBlank(weeks) && isBlank(until)) return {}
  const ahead = first && isIsoDate(until) ? daysBetween(first, until) : undefined
  return errorsOf({
    repeat_weeks:
      typeof weeks === 'number' && Number.isInteger(weeks) && weeks >= 1 && weeks <= 8
        ? undefined
        : 'Se repite cada 1 a 8 semanas',
    repeat_until: !isIsoDate(until)
      ? DATE
      : ahead !== undefined && ahead < 0
        ? 'La repetición debe terminar después del primer día'
        : ahead !== undefined && ahead > MAX_REPEAT_DAYS
          ? 'Un bloqueo se repite como máximo durante un año'
          : undefined,
  })
}

/** Its dates, `repeat_weeks` apart until `repeat_until`; itself alone when it does not repeat. */
export function repetitions<Clock extends Pick<TimeOffClock, 'first_date' | 'last_date'>>(
  clock: Clock,
  { weeks, until }: { weeks: number | null; until: IsoDate | null },
): Clock[] {
  const all: Clock[] = []
  let ahead = 0
  do {
    all.push({
      ...clock,
      first_date: addDays(clock.first_date, ahead),
      last_date: addDays(clock.last_date, ahead),
    })
    ahead += (weeks ?? 0) * 7
  } while (weeks && until && daysBetween(addDays(clock.first_date, ahead), until) >= 0)
  return all
}

/** What a calendar writes on it. */
export const timeOffText = ({ kind, reason }: { kind: TimeOffKind; reason: string | null }): string =>
  cleanText(reason) || TIME_OFF_TEXT[kind]

/** The minutes of a date that it takes, by its wall clock; undefined when it does not touch the date. */
export function stretchOn(
  { first_date, last_date, from_time, to_time }: TimeOffClock,
  date: IsoDate,
): readonly [from: number, to: number] | undefined {
  if (date < first_date || last_date < date) return undefined
  const from = date === first_date && from_time ? minutesOf(from_time) : 0
  const to = date === last_date && to_time ? minutesOf(to_time) : 1440
  return from < to ? [from, to] : undefined
}

/** '3:00 – 5:00 pm' of a date that it touches, or 'Todo el día'. */
export function timeOffHours(clock: TimeOffClock, date: IsoDate): string {
  const [from, to] = stretchOn(clock, date) ?? [0, 1440]
  return from === 0 && to === 1440 ? 'Todo el día' : amPmRange(clockTime(from), to - from)
}
