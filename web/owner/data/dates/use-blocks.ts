import { addDays } from '#domain/dates.ts'
import { stretchOn } from '#domain/time-off.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { may, useSession } from '../../../account/session.ts'
import { type Appointment, startOf } from '../appointment.ts'
import { weeksAround } from '../days.ts'
import { type TimeOff, timeOffQuery } from '../time-off.ts'

/** A time off as it lies on one date. */
export interface Block {
  row: TimeOff
  from: number
  to: number
}

const NONE: Block[] = []

/**
 * The blocked time of each date; none until it is known, since the server refuses what it takes anyway. Whole weeks are
 * asked for, so that who goes from day to day has it already.
 */
export function useBlocks(dates: readonly string[]): (date: string) => readonly Block[] {
  const [first, last] = weeksAround(dates)
  const mayRead = may(useSession().business!, 'time_off:own')
  const { data } = useQuery({
    ...timeOffQuery(first, last),
    enabled: mayRead,
    placeholderData: (before) => before,
  })
  return useMemo(() => {
    const on = new Map<string, Block[]>()
    for (let date = first; date <= last; date = addDays(date, 1)) {
      const all = (data ?? []).flatMap((row) => {
        const [from, to] = stretchOn(row, date) ?? []
        return from === undefined || to === undefined ? [] : [{ row, from, to }]
      })
      if (all.length > 0) on.set(date, all)
    }
    return (date) => on.get(date) ?? NONE
  }, [data, first, last])
}

/** Whether it takes the time of a professional. */
export const takes = ({ row }: Block, professionalId: number): boolean =>
  row.professional_id === null || row.professional_id === professionalId

/** Whether an appointment lies over it in the calendar, as one that was kept inside does. */
export const isUnder = (block: Block, appointment: Appointment): boolean => {
  const from = startOf(appointment)
  const isAtOnce = block.from < from + appointment.duration_minutes && from < block.to
  return isAtOnce && takes(block, appointment.professional_id)
}
