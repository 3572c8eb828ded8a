import { amPmRange, clockTime, daysBetween, isClockTime, isIsoDate, minutesOf } from '#domain/dates.ts'
import { isEndTime, shownEnd, typedEnd } from '#domain/end-time.ts'
import type { FieldErrors } from '#domain/fields.ts'
import { counted } from '#domain/numbers.ts'
import { timeOffErrors } from '#domain/time-off.ts'
import type { TimeOff, TimeOffBody } from '../../data/time-off.ts'

/** What is blocked: hours of a day, a day, days of rest or of illness. */
export type Mode = 'hours' | 'day' | 'vacation' | 'sick'

/** The form's values as typed: '' is the whole business, or no repetition. */
export interface Values {
  mode: Mode
  professional_id: string
  first_date: string
  last_date: string
  from_time: string
  to_time: string
  reason: string
  show_reason: boolean
  repeat_weeks: string
  repeat_until: string
}

/** Where the form was opened. */
export interface BlockPreset {
  date?: string
  time?: string
  /** The end of what was drawn. */
  until?: string
  /** The last of several days. */
  last?: string
  /** Whole days, as nobody named an hour. */
  isWhole?: boolean
  professional_id?: number
}

const HOUR = 60
const LAST_MINUTE = 1439

export function emptyBlock(preset: BlockPreset, today: string): Values {
  const { date = today, until, last, isWhole, professional_id } = preset
  // An end without a beginning asks for it.
  const { time = until ? '' : '12:00' } = preset
  return {
    mode: last ? 'vacation' : isWhole ? 'day' : 'hours',
    professional_id: professional_id ? String(professional_id) : '',
    first_date: date,
    last_date: last ?? date,
    from_time: time,
    to_time: until ?? clockTime(Math.min(minutesOf(time) + HOUR, LAST_MINUTE)),
    reason: '',
    show_reason: false,
    repeat_weeks: '',
    repeat_until: '',
  }
}

export const valuesOf = (row: TimeOff): Values => ({
  mode: modeOf(row),
  professional_id: row.professional_id === null ? '' : String(row.professional_id),
  first_date: row.first_date,
  last_date: row.last_date,
  from_time: row.from_time ?? '09:00',
  to_time: row.to_time === null ? '18:00' : shownEnd(row.to_time),
  reason: row.reason ?? '',
  show_reason: row.show_reason,
  repeat_weeks: '',
  repeat_until: '',
})

function modeOf({ kind, from_time }: TimeOff): Mode {
  if (kind === 'vacation' || kind === 'sick') return kind
  return from_time === null ? 'day' : 'hours'
}

/** As it is sent: what the mode does not show is left out. */
export function bodyOf(values: Values, kept: TimeOff | undefined): TimeOffBody {
  const { mode, professional_id, first_date, last_date, reason, show_reason } = values
  const isShort = mode === 'hours' || mode === 'day'
  // A block may have been made over several days, or as a closing, by another program.
  const isKept = kept && modeOf(kept) === mode
  const isLong = isKept && kept.last_date !== kept.first_date
  return {
    professional_id: professional_id ? Number(professional_id) : null,
    kind: isShort ? (isKept && kept.kind !== 'external' ? kept.kind : 'block') : mode,
    first_date,
    last_date: isShort && !isLong ? first_date : last_date,
    from_time: mode === 'hours' ? values.from_time : null,
    to_time: mode === 'hours' ? typedEnd(values.to_time) : null,
    reason: reason.trim() || null,
    show_reason: mode !== 'sick' && professional_id === '' && show_reason,
    ...(!kept && values.repeat_weeks && isShort
      ? { repeat_weeks: Number(values.repeat_weeks), repeat_until: values.repeat_until }
      : {}),
  }
}

/** By field; a wrong last day is named where a day shows. */
export function errorsIn(values: Values, kept: TimeOff | undefined, today: string): FieldErrors {
  const { last_date, ...errors } = timeOffErrors({ ...bodyOf(values, kept) }, today)
  if (!last_date) return errors
  const showsLast = values.mode === 'vacation' || values.mode === 'sick'
  return showsLast ? { ...errors, last_date } : { first_date: last_date, ...errors }
}

/** 'Bloquear 3:00 – 5:00 pm', 'Bloquear el día', 'Bloquear 12 días' */
export function submitText({ mode, from_time, to_time, first_date, last_date }: Values): string {
  if (mode === 'day') return 'Bloquear el día'
  if (mode === 'hours') {
    const until = typedEnd(to_time)
    if (!isClockTime(from_time) || !isEndTime(until)) return 'Bloquear'
    const length = minutesOf(until) - minutesOf(from_time)
    return length > 0 ? `Bloquear ${amPmRange(from_time, length)}` : 'Bloquear'
  }
  if (!isIsoDate(first_date) || !isIsoDate(last_date)) return 'Bloquear'
  const days = daysBetween(first_date, last_date) + 1
  return days > 0 ? `Bloquear ${counted(days, 'día')}` : 'Bloquear'
}
