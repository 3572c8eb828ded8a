import { minutesOf } from '#domain/dates.ts'
import { type RefObject, useLayoutEffect } from 'react'
import { measure, place } from './geometry.ts'
import { holds, label, type Place } from './ghost.ts'
import type { Hours } from './rows.ts'
import type { PendingMove } from './use-pending-move.ts'

interface Options {
  grid: RefObject<HTMLDivElement | null>
  ghost: RefObject<HTMLDivElement | null>
  pendingMove: PendingMove | undefined
  columns: readonly Place[]
  hours: Hours
  /** They decide how high the rows are. */
  appointments: readonly unknown[]
  conflict: string | undefined
}

/** Draws the possible place of an appointment that is moved without dragging. */
export function useShownGhost(options: Options) {
  const { grid, ghost, pendingMove, columns, hours, appointments, conflict } = options
  useLayoutEffect(() => {
    const column = pendingMove ? columns.findIndex((one) => holds(one, pendingMove)) : -1
    if (!pendingMove || column === -1 || !grid.current) {
      if (ghost.current) ghost.current.hidden = true
      return
    }
    const { appointment, time } = pendingMove
    const geometry = measure(grid.current, hours)
    place(ghost.current!, geometry, column, minutesOf(time), appointment.duration_minutes)
    label(ghost.current!, appointment, pendingMove, conflict)
    ghost.current!.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [grid, ghost, pendingMove, columns, hours, appointments, conflict])
}
