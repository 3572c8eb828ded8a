import { ANY } from '#domain/choice.ts'
import type { Answer } from '#domain/api/calls.ts'
import { read } from './read.ts'

/** Professional and service; for an edited appointment, its own time counts as free. */
export interface FreeTimesOf {
  professional_id: string
  service_id: string
  editedId: number | undefined
}

// Others may book at any moment, so free times are never shown from the cache.
const FRESH = { staleTime: 0, gcTime: 0 }

/** The bookable dates with their free times, from a date on (today first). */
export function freeDaysQuery({ professional_id, service_id, editedId }: FreeTimesOf, from?: string) {
  const more = from && { from }
  const query = editedId
    ? read('/api/appointments/:id/free-times', ({ days }) => days, {
        params: { id: editedId },
        query: { professional_id, service_id, ...more },
      })
    : professional_id === ANY
      ? read('/api/schedules/owner/available-days/any', ({ days }) => days, {
          query: { serviceId: service_id, ...more },
        })
      : read('/api/schedules/owner/available-days/:professionalId', ({ days }) => days, {
          params: { professionalId: professional_id },
          query: { serviceId: service_id, ...more },
        })
  return { ...query, ...FRESH }
}

/** The free times of one date, for a new appointment. */
export const freeTimesQuery = ({ professional_id, service_id }: FreeTimesOf, date: string) => {
  const query = { serviceId: service_id }
  const ofDate =
    professional_id === ANY
      ? read('/api/schedules/owner/available-slots/any/:date', ({ slots }) => dayOf(slots), {
          params: { date },
          query,
        })
      : read(
          '/api/schedules/owner/available-slots/:professionalId/:date',
          ({ slots, full }) => dayOf(slots, full),
          { params: { professionalId: professional_id, date }, query },
        )
  return { ...ofDate, ...FRESH }
}

const dayOf = (slots: { time: string }[], full?: true) => ({ times: slots.map(({ time }) => time), full })

export type Explanation = Omit<Answer<'GET /api/schedules/explain'>, 'success'> &
  Partial<Omit<Answer<'GET /api/schedules/explain/any'>, 'success'>>

/** Why a date has the free times that it has. Others may book at any moment, so it is never old. */
export function explanationQuery(asked: { date: string; professional_id: string; service_id: string }) {
  const { professional_id: _, ...ofAll } = asked
  const query =
    asked.professional_id === ANY
      ? read('/api/schedules/explain/any', (answer): Explanation => answer, { query: ofAll })
      : read('/api/schedules/explain', (answer): Explanation => answer, { query: asked })
  return { ...query, ...FRESH }
}
