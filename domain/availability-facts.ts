/** The input of `availability`: all that decides when an appointment can begin. */
import type { IsoDate, Minute } from './dates.ts'
import type { Part } from './occupied.ts'
import type { Hours } from './schedule.ts'

/**
 * Occupied time of a professional, [from, to) in epoch minutes, with its appointment, which may have several.
 */
export type Busy = readonly [from: number, to: number, appointmentId?: number]

/** An appointment and its date. */
export type Begun = readonly [date: IsoDate, appointmentId: number]

/** Blocked time without an appointment, [from, to) in epoch minutes. */
export interface Absence {
  from: number
  to: number
  /** Whether it is the whole business's. */
  isOfAll?: boolean | undefined
}

/** One day's clock in one zone. */
export type DayClock = {
  /** Epoch minutes at which the day begins. */
  startEpoch: number
  /** Epoch minutes of a minute of that day, 0 to 1440 (the day's end); undefined when the clocks skip it. */
  instant: (minute: Minute) => number | undefined
}

/** The clocks of one zone. */
export interface ZoneClock {
  today: (epochMs: number) => IsoDate
  day: (date: IsoDate) => DayClock
}

/** The facts of one professional and service. A missing fact takes no time away. */
export interface AvailabilityFacts extends Hours {
  /**
   * Why nothing can be booked at all: the person or the business is inactive, or the service is not offered.
   */
  unavailable?: 'inactive' | 'service' | 'specialty' | undefined
  duration_minutes: number
  /** What it takes of the professional; its duration by default. */
  parts?: readonly Part[] | undefined
  slot_interval_minutes: number
  /** The service's own interval; the business's without one. */
  service_interval_minutes?: number | null | undefined
  /** In any order. */
  busy: readonly Busy[]
  /** In any order. */
  absences?: readonly Absence[] | undefined
  /** The appointment being moved: its own time counts as free. */
  movingId?: number | undefined
  /** How far a start must be in the future, in minutes; it is later than now in any case. */
  noticeMinutes?: number | undefined
  /** How many days after today can be booked; `DEFAULT_HORIZON_DAYS` by default. */
  horizonDays?: number | undefined
  /** How many appointments may begin on one date. */
  dailyLimit?: number | undefined
  /** The appointments that count for it, by the dates on which they begin; in any order. */
  begun?: readonly Begun[] | undefined
  /** Whether what it takes before and after must lie within the hours too. */
  buffersInsideHours?: boolean | undefined
  /** The current time, epoch milliseconds. */
  nowMs: number
  clock: ZoneClock
}
