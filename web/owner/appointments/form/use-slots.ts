import { useEffect, useState } from 'react'
import { api } from '../../../ui/api.ts'
import type { Values } from './values.ts'

const DEBOUNCE_MS = 300

export interface Slots {
  /** Undefined: nothing to ask for yet. */
  times: string[] | undefined
  isLoading: boolean
}

/** The free times of what is chosen, a moment after the choice. That they cannot be had looks like none are left. */
export function useSlots(
  { professional_id, service_id, appointment_date }: Values,
  isDate: boolean,
  version: number,
): Slots {
  const isComplete = professional_id !== '' && service_id !== '' && isDate
  const key = isComplete ? `${professional_id}/${appointment_date}?serviceId=${service_id}` : ''
  const [answer, setAnswer] = useState<{ key: string; times: string[] }>()
  useEffect(() => {
    if (!key) return
    let isGone = false
    const timer = setTimeout(() => {
      api.get<{ slots: { time: string }[] }>(`/api/schedules/available-slots/${key}`).then(
        ({ slots }) => isGone || setAnswer({ key, times: slots.map(({ time }) => time) }),
        () => isGone || setAnswer({ key, times: [] }),
      )
    }, DEBOUNCE_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [key, version])
  const isLoading = key !== '' && answer?.key !== key
  return { times: key && answer?.key === key ? answer.times : undefined, isLoading }
}

/** The professional's next dates with free times. */
export async function nextFree({ professional_id, service_id }: Values): Promise<string[]> {
  const { days } = await api.get<{ days: { date: string; times: string[] }[] }>(
    `/api/schedules/available-days/${professional_id}?serviceId=${service_id}`,
  )
  return days.filter(({ times }) => times.length > 0).map(({ date }) => date)
}
