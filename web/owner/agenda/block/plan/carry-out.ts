import type { Appointment } from '../../../data/appointment.ts'
import { cancelMany, patchAppointment } from '../../../data/appointment-changes.ts'
import { storeAppointment } from '../../../data/appointment-cache.ts'
import { queryClient } from '../../../data/client.ts'
import { newKey } from '../../../parts/key.ts'
import { type Choices, isDecided } from './plan.ts'

export interface Done {
  moved: number
  cancelled: number
  /** What stays by choice. */
  left: number[]
  /** Whether any appointment is still to be decided about. */
  isOpen: boolean
}

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
  const left = of('leave').map(({ id }) => id)
  const cancelled = await cancelAll(of('cancel'), reason)
  let moved = 0
  // One after the other: two may go to neighbouring times of the same person.
  for (const one of of('move')) if (await move(one, choices)) moved++
  void queryClient().invalidateQueries({ queryKey: ['time-off'] })
  return { moved, cancelled, left, isOpen: met.length > left.length + cancelled + moved }
}

async function cancelAll(appointments: Appointment[], reason: string): Promise<number> {
  if (appointments.length === 0) return 0
  try {
    return (await cancelMany({ appointments, reason, tells: true, key: newKey() })).cancelled.length
  } catch {
    return 0
  }
}

async function move({ id, version }: Appointment, choices: Choices): Promise<boolean> {
  const choice = choices[id]
  if (choice?.act !== 'move' || !choice.to) return false
  const changes =
    'time' in choice.to ? { appointment_date: choice.to.date, appointment_time: choice.to.time } : choice.to
  try {
    const { appointment } = await patchAppointment({ id, version, changes })
    storeAppointment(appointment)
    return true
  } catch {
    return false
  }
}
