/** What an appointment takes of its professional besides its own time, in minutes after its start. */
import { amPmRange, clockTime } from '#domain/dates.ts'
import { type Part, partsAfter, resizedParts } from '#domain/occupied.ts'
import { type Appointment, startOf } from '../../data/appointment.ts'

const known = new WeakMap<Appointment, readonly Part[]>()

/**
 * The stretches that it takes, as long as it shows: a change that the server has not answered yet takes them along.
 * Reckoned once for each, because a drag asks in every frame.
 */
export function partsIn(appointment: Appointment): readonly Part[] {
  const before = known.get(appointment)
  if (before) return before
  const parts = reckoned(appointment)
  known.set(appointment, parts)
  return parts
}

/** Says what it takes where its own instants do not: of a part of it. */
export const keepParts = (appointment: Appointment, parts: readonly Part[]) =>
  void known.set(appointment, parts)

function reckoned({ occupied, starts_at, ends_at, duration_minutes: minutes }: Appointment): readonly Part[] {
  const start = Date.parse(starts_at)
  // A server of before does not tell them.
  const parts = partsAfter(start, (occupied as typeof occupied | undefined) ?? [])
  if (parts.length === 0) return [[0, minutes]]
  const was = (Date.parse(ends_at) - start) / 6e4
  return was === minutes ? parts : resizedParts(parts, was, minutes)
}

export interface Taken {
  /** Minutes of preparation, and of cleaning. */
  before: number
  after: number
  /** While its professional is free for somebody else. */
  pause: Part | undefined
}

/** What of it is drawn around and in its card; a cancelled one takes nothing. */
export function takenOf(appointment: Appointment): Taken {
  if (appointment.status === 'cancelled') return { before: 0, after: 0, pause: undefined }
  const parts = partsIn(appointment)
  return {
    before: Math.max(0, -parts[0]![0]),
    after: Math.max(0, parts.at(-1)![1] - appointment.duration_minutes),
    pause: parts.length > 1 ? [parts[0]![1], parts[1]![0]] : undefined,
  }
}

/** The same in words, for who does not see it. */
export function takenText(appointment: Appointment): string {
  const { before, after, pause } = takenOf(appointment)
  const start = startOf(appointment)
  return [
    before > 0 && `, ${before} min de preparación antes`,
    pause && `, en proceso ${amPmRange(clockTime(start + pause[0]), pause[1] - pause[0])}`,
    after > 0 && `, ${after} min de limpieza después`,
  ]
    .filter(Boolean)
    .join('')
}

/** Whether it lies within the pause of another one: then it is drawn over its card, not beside it. */
export function isWithinPause(appointment: Appointment, others: readonly Appointment[]): boolean {
  const from = startOf(appointment)
  const to = from + appointment.duration_minutes
  return others.some((other) => {
    const { pause } = takenOf(other)
    const start = startOf(other)
    return pause !== undefined && other !== appointment && start + pause[0] <= from && to <= start + pause[1]
  })
}
