/** Appointments of one professional beside each other where they overlap, as a cancelled one may. */
import { type Appointment, startOf } from '../../data/appointment.ts'
import { isWithinPause } from '../taken/parts.ts'

export interface Lane {
  appointment: Appointment
  lane: number
  /** How many share the width. */
  of: number
  /** Whether it lies within the pause of another one, and over its card. */
  isInside: boolean
}

export function lanesOf(appointments: readonly Appointment[]): Lane[] {
  const inside = new Set(appointments.filter((one) => isWithinPause(one, appointments)))
  const beside = (isInside: boolean) =>
    besideEachOther(appointments.filter((one) => inside.has(one) === isInside)).map((lane) => ({
      ...lane,
      isInside,
    }))
  return [...beside(false), ...beside(true)].sort((a, b) => byTime(a.appointment, b.appointment))
}

const byTime = (a: Appointment, b: Appointment) =>
  startOf(a) - startOf(b) || b.duration_minutes - a.duration_minutes || a.id - b.id

function besideEachOther(appointments: readonly Appointment[]): Omit<Lane, 'isInside'>[] {
  const placed: Omit<Lane, 'isInside'>[] = []
  let cluster: Omit<Lane, 'isInside'>[] = []
  let ends: number[] = []
  for (const appointment of appointments.toSorted(byTime)) {
    const start = startOf(appointment)
    if (ends.every((end) => end <= start)) {
      cluster = []
      ends = []
    }
    const free = ends.findIndex((end) => end <= start)
    const lane = free === -1 ? ends.length : free
    ends[lane] = start + appointment.duration_minutes
    const one = { appointment, lane, of: 1 }
    cluster.push(one)
    placed.push(one)
    for (const other of cluster) other.of = ends.length
  }
  return placed
}
