import type { Professional } from '#domain/api/professional.ts'
import { type Presence, presenceAt } from '#domain/presence.ts'
import { rangesOn, type Range } from '#domain/schedule.ts'
import { useQuery } from '@tanstack/react-query'
import { startOf } from '../../data/appointment.ts'
import { weekQuery } from '../../data/appointments.ts'
import { hoursQuery } from '../../data/business.ts'
import { mondayOf } from '../../data/days.ts'
import { takes, useBlocks } from '../../data/dates/use-blocks.ts'
import { partsIn } from '../taken/parts.ts'
import type { Catalogue } from '../use-catalogue.ts'
import { useSpecialHours } from '../../data/dates/use-special-hours.ts'

/**
 * Who is free at a minute of a date, by hours, breaks, blocks and appointments, of which those of processing take nothing;
 * undefined while it is not known, or cannot be. The server decides whether somebody is booked.
 */
export function usePresences(
  { week }: Catalogue,
  date: string,
): ((person: Professional, minute: number) => Presence) | undefined {
  const { data: appointments } = useQuery(weekQuery(mondayOf(date)))
  const { data: hours } = useQuery(hoursQuery())
  const blocksOn = useBlocks([date])
  const { hoursOf } = useSpecialHours([date])
  if (!appointments || !hours) return undefined

  return ({ id }, minute) => {
    const bookable = rangesOn(
      {
        business_week: week,
        professional_week: hours.own.filter(({ professional_id }) => professional_id === id),
        special_hours: hoursOf(id),
      },
      date,
    )
    const booked = appointments
      .filter(
        ({ professional_id, appointment_date, status }) =>
          professional_id === id && appointment_date === date && status !== 'cancelled',
      )
      .flatMap((one) => partsIn(one).map(([from, to]): Range => [startOf(one) + from, startOf(one) + to]))
    const blocked = blocksOn(date)
      .filter((block) => takes(block, id))
      .map(({ from, to }): Range => [from, to])
    return presenceAt(bookable, [...booked, ...blocked], minute)
  }
}
