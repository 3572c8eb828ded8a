import { ANY } from '#domain/choice.ts'
import type { Answer } from '#domain/api/calls.ts'
import { read } from './read.ts'

/** Professional and service; for an edited appointment, its own time counts as free. */
export interface FreeTimesOf {
  professional_id: string
  service_id: string
  variant_id?: string
  /** '3,5' */
  addon_ids?: string
  editedId: number | undefined
}

// Others may book at any moment, so free times are never shown from the cache.
const FRESH = { staleTime: 0, gcTime: 0 }

const serviceOf = ({ service_id, variant_id, addon_ids }: FreeTimesOf) => ({
  serviceId: service_id,
  ...(variant_id && { variantId: variant_id }),
  ...(addon_ids && { addonIds: addon_ids }),
})

/** The bookable dates with their free times, from a date on (today first). */
export function freeDaysQuery(of: FreeTimesOf, from?: string) {
  const { professional_id, service_id, variant_id, addon_ids = '', editedId } = of
  const more = from && { from }
  const query = editedId
    ? read('/api/appointments/:id/free-times', ({ days }) => days, {
        params: { id: editedId },
        query: { professional_id, service_id, ...(variant_id && { variant_id }), addon_ids, ...more },
      })
    : professional_id === ANY
      ? read('/api/schedules/owner/available-days/any', ({ days }) => days, {
          query: { ...serviceOf(of), ...more },
        })
      : read('/api/schedules/owner/available-days/:professionalId', ({ days }) => days, {
          params: { professionalId: professional_id },
          query: { ...serviceOf(of), ...more },
        })
  return { ...query, ...FRESH }
}

/** The free times of one date, for a new appointment. */
export const freeTimesQuery = (of: FreeTimesOf, date: string) => {
  const { professional_id } = of
  const query = serviceOf(of)
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

type Explained = Omit<FreeTimesOf, 'editedId'> & { date: string }

/** Why a date has the free times that it has. Others may book at any moment, so it is never old. */
export function explanationQuery({ professional_id, variant_id, addon_ids, ...asked }: Explained) {
  const query = { ...asked, ...(variant_id && { variant_id }), ...(addon_ids && { addon_ids }) }
  const explained =
    professional_id === ANY
      ? read('/api/schedules/explain/any', (answer): Explanation => answer, { query })
      : read('/api/schedules/explain', (answer): Explanation => answer, {
          query: { ...query, professional_id },
        })
  return { ...explained, ...FRESH }
}

/** What clients can book, by the rules that bind them: the first dates that the page would show. */
export function clientsDaysQuery(of: Omit<FreeTimesOf, 'editedId'>, businessId: number) {
  const query = serviceOf({ ...of, editedId: undefined })
  const asked =
    of.professional_id === ANY
      ? read('/api/schedules/available-days/any', ({ days }) => days, { query: { ...query, businessId } })
      : read('/api/schedules/available-days/:professionalId', ({ days }) => days, {
          params: { professionalId: of.professional_id },
          query,
        })
  return { ...asked, ...FRESH }
}
