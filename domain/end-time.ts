/** The time at which a stretch of a day ends, which may be midnight at its end. */
import { clockTime, isClockTime, type ClockTime, type Minute } from './dates.ts'

/** Midnight at the end of a day, as an end alone; it sorts after every other time. */
export const MIDNIGHT = '24:00'

/** Whether `value` is `HH:MM` between 00:00 and 24:00. */
export const isEndTime = (value: unknown): value is ClockTime => value === MIDNIGHT || isClockTime(value)

/** Minutes since midnight, 0 to 1440, as an end. */
export const endTime = (minute: Minute): ClockTime => (minute === 1440 ? MIDNIGHT : clockTime(minute))

// A time field of a browser knows midnight as the beginning of a day only.
const BEGINNING = '00:00'
/** An end as a time field shows it. */
export const shownEnd = (end: ClockTime): ClockTime => (end === MIDNIGHT ? BEGINNING : end)
/** What was typed in the time field of an end: nothing ends where the day begins. */
export const typedEnd = (shown: ClockTime): ClockTime => (shown === BEGINNING ? MIDNIGHT : shown)
