import type { RefObject } from 'react'
import type { Allowed } from '../allowed.ts'
import type { Appointment } from '../../data/appointment.ts'
import { takes } from '../../data/dates/use-blocks.ts'
import { focusCard } from '../calendar/card-keys.ts'
import type { Nudge } from '../calendar/keys.ts'
import type { useColumns } from '../calendar/use-columns.ts'
import { longerConflict, nudgedBlock } from './stretching.ts'
import { useStretch } from './use-stretch.ts'
import { type StretchOptions, useStretches } from './use-stretches.ts'

interface Options extends StretchOptions {
  grid: RefObject<HTMLDivElement | null>
  ghost: RefObject<HTMLDivElement | null>
  shown: string | undefined
  isIdle: boolean
  allowed: Allowed
  layout: Pick<ReturnType<typeof useColumns>, 'blocks' | 'blocksOn' | 'columns' | 'hours'>
  listOn: (date: string) => readonly Appointment[] | undefined
}

/** Edges of cards and whole blocks in the calendar, by pointer; returns what keys do. */
export function useStretching({ grid, ghost, shown, isIdle, allowed, layout, listOn, ...options }: Options) {
  const { blocks, blocksOn, columns, hours } = layout
  const { resize, lengthen, moveBlock, latestOf } = useStretches(options)
  useStretch({
    grid,
    ghost,
    shown,
    hours,
    columns,
    blocks,
    isIdle,
    allowed,
    conflictOf: (appointment, minutes) => {
      const { appointment_date: date, professional_id: whose } = appointment
      const known = {
        others: listOn(date) ?? [],
        blocks: blocksOn(date).filter((block) => takes(block, whose)),
      }
      return longerConflict(appointment, minutes, known)
    },
    onResize: (appointment, minutes) => void resize(appointment, minutes),
    onMoveBlock: (row, to) => void moveBlock(row, to),
  })
  return {
    lengthen: (appointment: Appointment, by: 1 | -1) => allowed.books && lengthen(appointment, by),
    nudge(id: number, by: Nudge) {
      const shown = blocks.flat().find(({ row }) => row.id === id)?.row
      if (!shown || !allowed.changesBlock(shown)) return
      const to = nudgedBlock(latestOf(shown), columns, by)
      if (!to) return
      void moveBlock(shown, to).then(() => focusCard(grid.current, id, true))
      // In another column it is another element.
      focusCard(grid.current, id, true)
    },
  }
}
