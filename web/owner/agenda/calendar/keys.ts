import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect } from 'react'
import { cachedAppointment } from '../../data/appointment-cache.ts'
import { type Appointment, endOf } from '../../data/appointment.ts'
import { cardBeside } from './card-keys.ts'

interface Options {
  grid: RefObject<HTMLDivElement | null>
  view: { date: string }
  moving: {
    start: (appointment: Appointment) => void
    shift: (by: Shift) => void
    drop: () => void
    end: () => void
  }
  pendingMove: object | undefined
  /** Whether appointments may be moved by whoever looks at them. */
  mayMove: boolean
  /** Longer or shorter by a step. */
  onLengthen: (appointment: Appointment, by: 1 | -1) => void
  /** The block is moved by a step of time or a column, or its end by a step. */
  onNudge: (id: number, by: Nudge) => void
  onNew: (at: { date: string; time?: string }) => void
  onBlock: (at: { date: string }) => void
}

/** Days and steps of the time: 1 is later, -1 is earlier. */
export interface Shift {
  days?: 1 | -1
  steps?: 1 | -1
}

/** What arrows do to the appointment being moved. */
const SHIFTS: Record<string, Shift> = {
  ArrowUp: { steps: -1 },
  ArrowDown: { steps: 1 },
  ArrowLeft: { days: -1 },
  ArrowRight: { days: 1 },
}

export interface Nudge {
  edge?: 'to'
  steps?: 1 | -1
  columns?: 1 | -1
}

/** What keys do to the block that has the focus. */
const NUDGES: Record<string, Nudge> = {
  '+': { edge: 'to', steps: 1 },
  '-': { edge: 'to', steps: -1 },
  ArrowUp: { steps: -1 },
  ArrowDown: { steps: 1 },
  ArrowLeft: { columns: -1 },
  ArrowRight: { columns: 1 },
}

/**
 * The calendar's keys: arrows between cards, M to move, N for a new appointment, B to block time. While an appointment
 * is moved they are the move's, wherever in the calendar the focus is.
 */
export function keysOf(options: Options) {
  const { grid, view, moving, pendingMove, mayMove, onLengthen, onNudge, onNew, onBlock } = options

  return (event: KeyboardEvent | ReactKeyboardEvent) => {
    const target = event.target as Element
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, select, dialog')) return
    if (pendingMove) {
      const by = SHIFTS[event.key]
      if (by) moving.shift(by)
      else if (event.key === 'Escape') moving.end()
      else if (event.key === 'Enter' && (target.closest('.ev') || target === document.body)) moving.drop()
      else return
      return event.preventDefault()
    }
    const block = target.closest<HTMLElement>('[data-block]')
    const nudge = NUDGES[event.key]
    if (block && nudge) {
      onNudge(Number(block.dataset['block']), nudge)
      return event.preventDefault()
    }
    const card = target.closest<HTMLElement>('.ev')
    const appointment = card ? cachedAppointment(Number(card.dataset['id'])) : undefined
    const key = event.key.toLowerCase()
    if (key === 'n')
      onNew(
        appointment ? { date: appointment.appointment_date, time: endOf(appointment) } : { date: view.date },
      )
    else if (key === 'b') onBlock({ date: view.date })
    else if ((key === '+' || key === '-') && appointment) onLengthen(appointment, key === '+' ? 1 : -1)
    else if (key === 'm' && appointment && mayMove) moving.start(appointment)
    else if (card && event.key.startsWith('Arrow')) cardBeside(grid.current!, card, event.key)?.focus()
    else return
    event.preventDefault()
  }
}

/**
 * They are the calendar's also while nothing has the focus: as it opens, after a click beside everything, or when a card
 * was rendered anew and took the focus along.
 */
export function useKeysNowhere(press: (event: KeyboardEvent) => void) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) =>
      event.target === document.body && !document.querySelector('dialog:modal') && press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  })
}
