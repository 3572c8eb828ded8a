import type { Answer } from '#domain/api/calls.ts'
import { addDays } from '#domain/dates.ts'
import { useQuery } from '@tanstack/react-query'
import type { Appointment } from '../data/appointment.ts'
import { mondayOf } from '../data/days.ts'
import { read } from '../data/read.ts'

export type Mark = Pick<Answer<'GET /api/appointments/marks'>['marks'][number], 'alert' | 'no_shows'>

/** What the team has to know of the clients of these days, by appointment. */
export const marksQuery = (query: { from: string; to: string }) =>
  read(
    '/api/appointments/marks',
    ({ marks }): Record<number, Mark> => Object.fromEntries(marks.map((mark) => [mark.appointment_id, mark])),
    { query },
  )

/** The mark of an appointment's client; a week is asked for at once. */
export function useMark({ id, appointment_date }: Appointment): Mark | undefined {
  const from = mondayOf(appointment_date)
  const { data } = useQuery({
    ...marksQuery({ from, to: addDays(from, 6) }),
    staleTime: Infinity,
    select: (marks) => marks[id],
  })
  return data
}
