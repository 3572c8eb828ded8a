import { addDays, daysBetween, minutesOf, MOST_DATES } from '#domain/dates.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { freeDaysQuery, freeTimesQuery } from '../../data/free-times.ts'
import { useDebounced } from '../../parts/use-debounced.ts'
import type { Appointment } from '../../data/appointment.ts'
import type { Values } from './values.ts'

interface FreeDay {
  date: string
  times: string[]
}

const DEBOUNCE_MS = 300

export interface FreeTimes {
  /** Undefined until the choice is complete. */
  times: string[] | undefined
  /** The professional has the maximum of appointments for customers; the business may book more. */
  isFull: boolean
  isLoading: boolean
  /** They could not be loaded, also while they are asked for again. */
  hasFailed: boolean
  refetch: () => void
  /** The first date with free times other than the chosen one, sought until `last`. */
  nextFreeDate: (last: string) => Promise<string | undefined>
}

/** The free times of the choice, loaded a moment after it was made. A failure looks like no free times. */
export function useFreeTimes(
  values: Values,
  { isDate, edited, today }: { isDate: boolean; edited: Appointment | undefined; today: string },
): FreeTimes {
  const { professional_id, service_id, variant_id, addon_ids, appointment_date: date } = values
  const client = useQueryClient()
  const editedId = edited?.id
  const choice = { professional_id, service_id, variant_id, addon_ids, editedId }
  // Today's dates are enough for most; what lies beyond them is asked from there.
  const later = isDate && daysBetween(today, date) >= MOST_DATES ? date : undefined
  const isComplete = professional_id !== '' && service_id !== '' && isDate
  const key = isComplete ? [professional_id, service_id, variant_id, addon_ids, date].join(';') : ''
  const isDue = useDebounced(key, DEBOUNCE_MS) === key && isComplete
  const ofDate = useQuery({ ...freeTimesQuery(choice, date), enabled: isDue && !editedId })
  const ofDays = useQuery({ ...freeDaysQuery(choice, later), enabled: isDue && editedId !== undefined })
  const { isPending, data, errorUpdateCount, refetch } = editedId ? ofDays : ofDate
  const isLoading = isComplete && (!isDue || isPending)
  // Of the list in any case, and nothing to go on to.
  const isOwn = (date: string, time: string) =>
    date === edited?.appointment_date && time === edited.appointment_time
  const day = editedId ? ofDays.data?.find((day) => day.date === date) : ofDate.data
  return {
    times: isComplete && !isLoading ? (day?.times ?? []) : undefined,
    isFull: isComplete && !isLoading && day?.full === true,
    isLoading,
    hasFailed: isDue && data === undefined && errorUpdateCount > 0,
    refetch: () => void refetch(),
    async nextFreeDate(last: string) {
      let from: string | undefined
      while (from === undefined || from <= last) {
        const days: FreeDay[] = await client.fetchQuery(freeDaysQuery(choice, from))
        const free = days.find((day) => day.date !== date && day.times.some((time) => !isOwn(day.date, time)))
        const end = days.at(-1)
        if (free || !end) return free?.date
        from = addDays(end.date, 1)
      }
      return undefined
    },
  }
}

/**
 * The free times, and the edited appointment's own time: while nothing else of the choice has changed, and on a date of which no free
 * times are known, for whoever has it.
 */
export function timesFor(
  free: string[],
  values: Values,
  edited: Appointment | undefined,
  isKnown: boolean,
): string[] {
  if (!edited) return free
  const isTheirs =
    values.appointment_date === edited.appointment_date &&
    values.professional_id === String(edited.professional_id)
  const isSame =
    values.service_id === String(edited.service_id) &&
    values.variant_id === (edited.variant ? String(edited.variant.id) : '') &&
    values.addon_ids === edited.addons.map(({ id }) => id).join()
  if (!isTheirs || (!isSame && isKnown) || free.includes(edited.appointment_time)) return free
  return [...free, edited.appointment_time].sort((a, b) => minutesOf(a) - minutesOf(b))
}
