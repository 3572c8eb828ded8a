import { ApiError } from '../../../../ui/api.ts'
import type { Appointment } from '../../../data/appointment.ts'
import {
  type AppointmentChanges,
  asOwnChange,
  cancelMany,
  patchAppointment,
} from '../../../data/appointment-changes.ts'
import { storeAppointment } from '../../../data/appointment-cache.ts'
import { queryClient } from '../../../data/client.ts'
import { newKey } from '../../../parts/key.ts'
import { type Choices, isDecided } from './plan.ts'

export interface Done {
  moved: number
  cancelled: number
  /** Those about which is still to be decided. */
  open: Appointment[]
}

/** Those that stay by choice. */
export const leftBy = (choices: Choices): number[] =>
  Object.entries(choices).flatMap(([id, { act }]) => (act === 'leave' ? [Number(id)] : []))

/**
 * Does what was chosen for each appointment that the stored time off met. Whoever came after the choice, was changed
 * meanwhile or is refused stays undecided.
 */
export async function carryOut(
  met: readonly Appointment[],
  seen: readonly Appointment[],
  choices: Choices,
  reason: string,
): Promise<Done> {
  const versions = new Map(seen.map(({ id, version }) => [id, version]))
  const known = met.filter(({ id, version }) => versions.get(id) === version && isDecided(choices[id]))
  const of = (act: string) => known.filter(({ id }) => choices[id]!.act === act)
  const settled = new Set(of('leave').map(({ id }) => id))
  const cancelled = await cancelAll(of('cancel'), reason)
  for (const id of cancelled) settled.add(id)
  let moved = 0
  // One after the other: two may go to neighbouring times of the same person.
  for (const one of of('move'))
    if (await move(one, choices)) {
      settled.add(one.id)
      moved++
    }
  void queryClient().invalidateQueries({ queryKey: ['time-off'] })
  return { moved, cancelled: cancelled.length, open: met.filter(({ id }) => !settled.has(id)) }
}

async function cancelAll(appointments: Appointment[], reason: string): Promise<number[]> {
  if (appointments.length === 0) return []
  const key = newKey()
  try {
    return (await twice(() => cancelMany({ appointments, reason, tells: true, key }))).cancelled
  } catch {
    return []
  }
}

const sendMove = asOwnChange('plan', (changes: AppointmentChanges) => twice(() => patchAppointment(changes)))

async function move({ id, version }: Appointment, choices: Choices): Promise<boolean> {
  const choice = choices[id]
  if (choice?.act !== 'move' || !choice.to) return false
  const changes =
    'time' in choice.to ? { appointment_date: choice.to.date, appointment_time: choice.to.time } : choice.to
  try {
    const { appointment } = await sendMove({ id, version, changes })
    storeAppointment(appointment)
    return true
  } catch {
    return false
  }
}

const PAUSE_MS = 1_000

/**
 * Sends once more what got no answer. The server knows it again, by its key or because the appointment is as wished already:
 * nobody is told twice.
 */
async function twice<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    const isLost = error instanceof ApiError && (error.status === 0 || error.status >= 500)
    if (!isLost) throw error
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    return send()
  }
}
