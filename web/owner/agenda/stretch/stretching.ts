import { type Appointment, startOf } from '../../data/appointment.ts'
import type { TimeOff } from '../../data/time-off.ts'
import type { Block } from '../../data/dates/use-blocks.ts'
import type { Place } from '../calendar/ghost.ts'
import type { Nudge } from '../calendar/keys.ts'
import { daysBetween } from '#domain/dates.ts'
import { resizedParts } from '#domain/occupied.ts'
import { stretchOn } from '#domain/time-off.ts'
import { partsIn } from '../taken/parts.ts'
import { type BlockPlace, placedAs } from './block-place.ts'

const STEP = 15

/** Why an appointment cannot last so long, by what this screen knows; the server decides. */
export function longerConflict(
  appointment: Appointment,
  minutes: number,
  { others, blocks }: { others: readonly Appointment[]; blocks: readonly Block[] },
): string | undefined {
  const from = startOf(appointment)
  const parts = resizedParts(partsIn(appointment), appointment.duration_minutes, minutes)
  const whole = [[parts[0]![0], parts.at(-1)![1]]] as const
  const meets = (start: number, end: number, own: readonly (readonly [number, number])[]) =>
    own.some((part) => start < from + part[1] && from + part[0] < end)
  const isTaken = others.some(
    (one) =>
      one.id !== appointment.id &&
      one.professional_id === appointment.professional_id &&
      one.status !== 'cancelled' &&
      partsIn(one).some((part) => meets(startOf(one) + part[0], startOf(one) + part[1], parts)),
  )
  if (isTaken) return 'ocupado'
  return blocks.some((block) => meets(block.from, block.to, whole)) ? 'bloqueado' : undefined
}

/** Where keys bring a block of the shown columns; undefined when that changes nothing. */
export function nudgedBlock(row: TimeOff, columns: readonly Place[], nudge: Nudge): BlockPlace | undefined {
  const column = columns.findIndex(
    ({ date, professional_id: whose = row.professional_id }) =>
      stretchOn(row, date) && (row.professional_id === null || row.professional_id === whose),
  )
  const [was, now] = [columns[column], columns[column + (nudge.columns ?? 0)]]
  const [from, to] = (was && stretchOn(row, was.date)) ?? []
  if (!was || !now || from === undefined || to === undefined || row.kind === 'external') return undefined
  const block = { row, from, to }
  const { place, isSame } = placedAs(block, {
    edge: nudge.edge,
    minutes: (nudge.steps ?? 0) * STEP,
    days: daysBetween(was.date, now.date),
    professional_id: row.professional_id === null ? null : (now.professional_id ?? row.professional_id),
  })
  return isSame ? undefined : place
}
