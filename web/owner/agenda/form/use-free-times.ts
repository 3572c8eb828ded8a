import { useQuery, useQueryClient } from '@tanstack/react-query'
import { freeDaysQuery, freeTimesQuery } from '../../data/free-times.ts'
import { useDebounced } from '../../parts/use-debounced.ts'
import type { Values } from './values.ts'

const DEBOUNCE_MS = 300

export interface FreeTimes {
  /** Undefined until the choice is complete. */
  times: string[] | undefined
  isLoading: boolean
  refetch: () => void
  /** The dates with free times, soonest first. */
  freeDates: () => Promise<string[]>
}

/** The free times of the choice, loaded a moment after it was made. A failure looks like no free times. */
export function useFreeTimes(values: Values, isDate: boolean, editedId: number | undefined): FreeTimes {
  const { professional_id, service_id, appointment_date: date } = values
  const client = useQueryClient()
  const choice = { professional_id, service_id, editedId }
  const isComplete = professional_id !== '' && service_id !== '' && isDate
  const key = isComplete ? [professional_id, service_id, date].join() : ''
  const isDue = useDebounced(key, DEBOUNCE_MS) === key && isComplete
  const ofDate = useQuery({ ...freeTimesQuery(choice, date), enabled: isDue && !editedId })
  const ofDays = useQuery({ ...freeDaysQuery(choice), enabled: isDue && editedId !== undefined })
  const { isPending, refetch } = editedId ? ofDays : ofDate
  const isLoading = isComplete && (!isDue || isPending)
  const times = editedId ? ofDays.data?.find((day) => day.date === date)?.times : ofDate.data
  return {
    times: isComplete && !isLoading ? (times ?? []) : undefined,
    isLoading,
    refetch: () => void refetch(),
    async freeDates() {
      const days = await client.fetchQuery(freeDaysQuery(choice))
      return days.filter((day) => day.times.length > 0).map((day) => day.date)
    },
  }
}
