/** Appointments of one professional beside each other where they overlap, as a cancelled one may. */
import { type Appointment, startOf } from '../../data/appointment.ts'

export interface Lane {
  appointment: Appointment
  lane: number
  /** How many share the width. */
  of: number
}

export function lanesOf(appointments: readonly Appointment[]): Lane[] {
  const sorted = appointments.toSorted(
    (a, b) => startOf(a) - startOf(b) || b.duration_minutes - a.duration_minutes || a.id - b.id,
  )
  const placed: Lane[] = []
  let cluster: Lane[] = []
  let ends: number[] = []
  for (const appointment of sorted) {
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
