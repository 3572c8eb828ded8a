/** What overlaps in one professional's day beside each other: appointments, as a cancelled one may, and blocked time. */
import { type Appointment, startOf } from '../../data/appointment.ts'
import type { Block } from '../block/use-blocks.ts'
import { isWithinPause } from '../taken/parts.ts'

interface Share {
  lane: number
  /** How many share the width. */
  of: number
}

export interface Lane extends Share {
  appointment: Appointment
  /** Whether it lies within the pause of another one, and over its card. */
  isInside: boolean
}

export function lanesOf(appointments: readonly Appointment[]): Lane[] {
  const inside = new Set(appointments.filter((one) => isWithinPause(one, appointments)))
  const beside = (isInside: boolean) =>
    besideEachOther(
      appointments.filter((one) => inside.has(one) === isInside),
      spanOf,
    ).map(({ one, ...share }) => ({ appointment: one, ...share, isInside }))
  return [...beside(false), ...beside(true)].sort((a, b) =>
    byTime(spanOf(a.appointment), spanOf(b.appointment)),
  )
}

/** @param drawn which minutes a block's card covers where it is drawn. */
export const blockLanes = (
  blocks: readonly Block[],
  drawn: (block: Block) => { from: number; to: number } = (block) => block,
): (Share & { one: Block })[] => besideEachOther(blocks, (block) => ({ ...drawn(block), id: block.row.id }))

/** Where in the width it lies; undefined where it has all of it. */
export const widthOf = ({ lane, of }: Share) =>
  of > 1 ? { left: `${(lane / of) * 100}%`, right: `${(1 - (lane + 1) / of) * 100}%` } : undefined

interface Span {
  from: number
  to: number
  id: number
}

function spanOf(appointment: Appointment): Span {
  const from = startOf(appointment)
  return { from, to: from + appointment.duration_minutes, id: appointment.id }
}

const byTime = (a: Span, b: Span) => a.from - b.from || b.to - a.to || a.id - b.id

function besideEachOther<One>(all: readonly One[], spanOf: (one: One) => Span): (Share & { one: One })[] {
  const placed: (Share & { one: One })[] = []
  let cluster: Share[] = []
  let ends: number[] = []
  for (const one of all.toSorted((a, b) => byTime(spanOf(a), spanOf(b)))) {
    const { from, to } = spanOf(one)
    if (ends.every((end) => end <= from)) {
      cluster = []
      ends = []
    }
    const free = ends.findIndex((end) => end <= from)
    const lane = free === -1 ? ends.length : free
    ends[lane] = to
    const share = { one, lane, of: 1 }
    cluster.push(share)
    placed.push(share)
    for (const other of cluster) other.of = ends.length
  }
  return placed
}
