/** What overlaps in one professional's day beside each other: appointments, as a cancelled one may, and blocked time. */
import { type Appointment, startOf } from '../../data/appointment.ts'
import type { Block } from '../../data/dates/use-blocks.ts'
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

/** Where in the width it lies, less what is left at its beginning, in percent; undefined where it has all of it. */
export function widthOf({ lane, of }: Share, left = 0) {
  const at = (share: number) => left + (100 - left) * share
  return of > 1 || left > 0
    ? { left: `${at(lane / of)}%`, right: `${100 - at((lane + 1) / of)}%` }
    : undefined
}

/** What is left, in percent, of a block that takes the whole day where another lies over it: to be read and pressed. */
const STILL_SEEN = 24

/** A professional's blocked times of one day: what takes the whole day is below, the others share the width over it. */
export function blocksOfDay(blocks: readonly Block[]) {
  const isWhole = ({ from, to }: Block) => from === 0 && to === 1440
  const whole = blocks.filter(isWhole)
  const others = blocks.filter((block) => !isWhole(block))
  return [
    ...blockLanes(whole).map(({ one, ...share }) => ({ one, width: widthOf(share) })),
    ...blockLanes(others).map(({ one, ...share }) => ({
      one,
      width: widthOf(share, whole.length > 0 ? STILL_SEEN : 0),
    })),
  ]
}

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
