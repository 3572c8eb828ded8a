import type { KeyboardEvent, RefObject } from 'react'
import { cachedAppointment } from '../../data/appointment-cache.ts'
import { type Appointment, endOf } from '../../data/appointment.ts'
import { cardBeside } from './card-keys.ts'

interface Options {
  grid: RefObject<HTMLDivElement | null>
  view: { date: string }
  moving: { start: (appointment: Appointment) => void }
  pendingMove: object | undefined
  onNew: (at: { date: string; time?: string }) => void
  onBlock: (at: { date: string }) => void
}

/** The calendar's keys: arrows between cards, M to move, N for a new appointment, B to block time. */
export function keysOf({ grid, view, moving, pendingMove, onNew, onBlock }: Options) {
  return (event: KeyboardEvent) => {
    const target = event.target as Element
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, select')) return
    const card = target.closest<HTMLElement>('.ev')
    const appointment = card ? cachedAppointment(Number(card.dataset['id'])) : undefined
    const key = event.key.toLowerCase()
    if (key === 'n' && !pendingMove)
      onNew(
        appointment ? { date: appointment.appointment_date, time: endOf(appointment) } : { date: view.date },
      )
    else if (key === 'b' && !pendingMove) onBlock({ date: view.date })
    else if (key === 'm' && appointment) moving.start(appointment)
    else if (card && event.key.startsWith('Arrow')) cardBeside(grid.current!, card, event.key)?.focus()
    else return
    event.preventDefault()
  }
}
