import { canEdit } from '#domain/appointment.ts'
import { amPmRange, clockTime, daysBetween, shortDate } from '#domain/dates.ts'
import { LONGEST_MINUTES, SHORTEST_MINUTES } from '#domain/limits.ts'
import { timeOffText } from '#domain/time-off.ts'
import { type RefObject, useRef } from 'react'
import { cachedAppointment } from '../../data/appointment-cache.ts'
import { type Appointment, startOf } from '../../data/appointment.ts'
import type { TimeOff } from '../../data/time-off.ts'
import type { Allowed } from '../allowed.ts'
import type { Block } from '../../data/dates/use-blocks.ts'
import { type Geometry, place } from '../calendar/geometry.ts'
import type { Place } from '../calendar/ghost.ts'
import { type Gesture, type Point, type Surface, useGesture } from '../gestures/use-gesture.ts'
import { type BlockPlace, placedAs } from './block-place.ts'

const STEP = 15
/** How near its edge a card is pressed that is to become longer; a finger needs more. */
const EDGE_PX = { mouse: 7, touch: 14 }

interface Options extends Surface {
  columns: readonly Place[]
  /** Of each column. */
  blocks: readonly (readonly Block[])[]
  isIdle: boolean
  allowed: Allowed
  /** Why an appointment cannot last so long, in a word. */
  conflictOf: (appointment: Appointment, minutes: number) => string | undefined
  onResize: (appointment: Appointment, minutes: number) => void
  onMoveBlock: (row: TimeOff, to: BlockPlace) => void
}

/** What a press takes hold of: the end of an appointment, or a block, in whole or by an edge. */
type Held =
  | { kind: 'card'; appointment: Appointment; element: Element }
  | { kind: 'block'; id: number; edge: 'from' | 'to' | undefined; element: Element }

function mayHold(held: Held, { allowed, blocks }: Options): boolean {
  if (held.kind === 'card') return allowed.books
  const block = blocks.flat().find(({ row }) => row.id === held.id)
  return block !== undefined && allowed.changesBlock(block.row)
}

/** What is drawn at the pointer, and what dropping it there does. */
interface Drawn {
  column: number
  from: number
  minutes: number
  text: string
  conflict?: string | undefined
  drop: (() => void) | undefined
}

/**
 * Drags blocks to another time, day or professional, and the edges of blocks and appointments. Its listener comes before that of
 * whole cards.
 */
export function useStretch(options: Options) {
  const latest = useRef(options)
  latest.current = options
  useGesture(options, (event) => {
    const held = options.isIdle ? heldAt(event) : undefined
    if (!held || !mayHold(held, options)) return undefined
    event.stopImmediatePropagation()
    return stretching(held, latest)
  })
}

function heldAt(event: PointerEvent): Held | undefined {
  const target = event.target as Element
  const card = target.closest<HTMLElement>('.ev.alone, .ev.pev')
  if (card) {
    const appointment = cachedAppointment(Number(card.dataset['id']))
    const isHeld = edgeAt(card, event) === 'to' && appointment && !canEdit(appointment)
    return isHeld ? { kind: 'card', appointment, element: card } : undefined
  }
  const block = target.closest<HTMLElement>('[data-block]')
  if (!block) return undefined
  return {
    kind: 'block',
    id: Number(block.dataset['block']),
    edge: block.dataset['whole'] ? undefined : edgeAt(block, event),
    element: block,
  }
}

/** The edge of a card that is pressed; on low cards less of it. */
function edgeAt(card: Element, { clientY, pointerType }: PointerEvent): 'from' | 'to' | undefined {
  const { top, bottom, height } = card.getBoundingClientRect()
  const reach = Math.min(pointerType === 'mouse' ? EDGE_PX.mouse : EDGE_PX.touch, height / 4)
  if (bottom - clientY <= reach) return 'to'
  return clientY - top <= reach ? 'from' : undefined
}

function stretching(held: Held, latest: RefObject<Options>): Gesture {
  let start: Point
  let drawn: Drawn | undefined
  return {
    elements: [held.element],
    isCarried: held.kind === 'block' && !held.edge,
    begin(at) {
      start = at
    },
    draw(to, { ghost, geometry }) {
      drawn =
        held.kind === 'card'
          ? stretched(held, start, to, latest.current)
          : movedBlock(held, start, to, latest.current)
      if (drawn) show(ghost, geometry, drawn)
    },
    drop: () => drawn?.drop?.(),
  }
}

function show(ghost: HTMLElement, geometry: Geometry, { column, from, minutes, text, conflict }: Drawn) {
  place(ghost, geometry, column, from, minutes)
  ghost.hidden = false
  ghost.dataset['fits'] = conflict ? 'no' : 'yes'
  const said = [text, conflict].filter(Boolean).join('\n')
  if (ghost.dataset['text'] === said) return
  ghost.dataset['text'] = said
  ghost.replaceChildren(
    ...said.split('\n').map((line) => Object.assign(document.createElement('span'), { textContent: line })),
  )
}

/** The appointment as long as it would be. */
function stretched(
  { appointment }: Extract<Held, { kind: 'card' }>,
  { column }: Point,
  { minute }: Point,
  { conflictOf, onResize }: Options,
): Drawn {
  const from = startOf(appointment)
  const wished = Math.round((minute - from) / STEP) * STEP
  const minutes = Math.min(LONGEST_MINUTES, Math.max(SHORTEST_MINUTES, wished))
  const isOther = minutes !== appointment.duration_minutes
  return {
    column,
    from,
    minutes,
    text: `${amPmRange(clockTime(from), minutes)}\n${minutes} min`,
    conflict: isOther ? conflictOf(appointment, minutes) : undefined,
    drop: isOther ? () => onResize(appointment, minutes) : undefined,
  }
}

/** The block where it would be. */
function movedBlock(
  { id, edge }: Extract<Held, { kind: 'block' }>,
  start: Point,
  to: Point,
  { blocks, columns, hours, onMoveBlock }: Options,
): Drawn | undefined {
  const block = blocks[start.column]?.find(({ row }) => row.id === id)
  const [was, now] = [columns[start.column], columns[edge ? start.column : to.column]]
  if (!block || !was || !now || block.row.kind === 'external') return undefined
  const by = Math.round((to.minute - start.minute) / STEP) * STEP
  const next = placedAs(block, {
    edge,
    minutes: by,
    days: daysBetween(was.date, now.date),
    professional_id:
      block.row.professional_id === null ? null : (now.professional_id ?? block.row.professional_id),
  })
  const from = Math.max(hours.first, next.from)
  const name = timeOffText(block.row)
  const when = next.isWhole
    ? `desde el ${shortDate(next.place.first_date)}`
    : amPmRange(clockTime(next.from), next.to - next.from)
  return {
    column: columns.indexOf(now),
    from,
    minutes: Math.min(hours.last, next.to) - from,
    text: `${when}\n${name}`,
    drop: next.isSame ? undefined : () => onMoveBlock(block.row, next.place),
  }
}
