import { useEffect, useState } from 'react'
import { ownerApi } from '../../../account/session.ts'
import { api } from '../../../ui/api.ts'
import type { Appointment } from '../../calendar/appointment.ts'
import type { Values } from './values.ts'

const DEBOUNCE_MS = 300

export interface Slots {
  /** Undefined: nothing to ask for yet. */
  times: string[] | undefined
  isLoading: boolean
}

type Edited = Pick<Appointment, 'id'> | undefined

/** The free times of what is chosen, a moment after the choice. That they cannot be had looks like none are left. */
export function useSlots(values: Values, isDate: boolean, version: number, edited: Edited): Slots {
  const { professional_id, service_id, appointment_date } = values
  const isComplete = professional_id !== '' && service_id !== '' && isDate
  const key = isComplete ? `${professional_id}/${appointment_date}?serviceId=${service_id}` : ''
  const [answer, setAnswer] = useState<{ key: string; times: string[] }>()
  useEffect(() => {
    if (!key) return
    let isGone = false
    const timer = setTimeout(() => {
      timesOf(values, edited, key).then(
        (times) => isGone || setAnswer({ key, times }),
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

async function timesOf(values: Values, edited: Edited, key: string): Promise<string[]> {
  if (edited) {
    const days = await freeDays(values, edited)
    return days.find(({ date }) => date === values.appointment_date)?.times ?? []
  }
  const { slots } = await api.get<{ slots: { time: string }[] }>(`/api/schedules/available-slots/${key}`)
  return slots.map(({ time }) => time)
}

/** Of an appointment that is edited, its own time counts as free. */
async function freeDays({ professional_id, service_id }: Values, edited: Edited) {
  const { days } = edited
    ? await ownerApi.get<{ days: { date: string; times: string[] }[] }>(
        `/api/appointments/${edited.id}/free-times?professional_id=${professional_id}&service_id=${service_id}`,
      )
    : await api.get<{ days: { date: string; times: string[] }[] }>(
        `/api/schedules/available-days/${professional_id}?serviceId=${service_id}`,
      )
  return days
}

/** The professional's next dates with free times. */
export async function nextFree(values: Values, edited: Edited): Promise<string[]> {
  const days = await freeDays(values, edited)
  return days.filter(({ times }) => times.length > 0).map(({ date }) => date)
}
