import { RESCHEDULE_NOTICE_MINUTES } from '#domain/portal.ts'
import { minutesOf } from '#domain/dates.ts'
import { doesService } from '#domain/specialties.ts'
import { useEffect, useState } from 'react'
import { api } from '../ui/api.ts'
import type { Access, Appointment } from './types.ts'

export interface Today {
  date: string
  minute: number
}

export interface Professional {
  id: number
  professional_name: string
  specialties: string | null
  is_active?: boolean | number
}

interface Day {
  date: string
  times: string[]
}

export type FreeTimes = ReturnType<typeof useFreeTimes>

/** Who could do the appointment's service, and when the chosen one is free: for this appointment, in its own time too. */
export function useFreeTimes(appointment: Appointment, access: Access, today: Today) {
  const { id, business_id, service_id, professional_id } = appointment
  const [professionals, setProfessionals] = useState<Professional[]>([])
  const [professional, choose] = useState<number>()
  const [answer, setAnswer] = useState<{ status: 'loading' | 'ready' | 'failed'; days: Day[] }>(LOADING)
  const [round, setRound] = useState(0)

  useEffect(() => {
    if (professional !== undefined) return
    let isGone = false
    void api.get<{ professionals: Professional[] }>(`/api/businesses/${business_id}/professionals`).then(
      ({ professionals }) => {
        if (isGone) return
        const able = professionals.filter(
          ({ id, specialties, is_active }) =>
            is_active !== false &&
            is_active !== 0 &&
            (id === professional_id || doesService(specialties, service_id)),
        )
        setProfessionals(able)
        choose((able.find(({ id }) => id === professional_id) ?? able[0])?.id)
        if (able.length === 0) setAnswer({ status: 'ready', days: [] })
      },
      () => isGone || setAnswer({ status: 'failed', days: [] }),
    )
    return () => void (isGone = true)
  }, [business_id, service_id, professional_id, professional, round])

  useEffect(() => {
    if (professional === undefined) return
    let isGone = false
    setAnswer(LOADING)
    void api
      .post<{ days: Day[] }>(`/api/appointments/client/free-times/${id}`, {
        ...access,
        professional_id: professional,
      })
      .then(
        ({ days }) => isGone || setAnswer({ status: 'ready', days }),
        () => isGone || setAnswer({ status: 'failed', days: [] }),
      )
    return () => void (isGone = true)
  }, [professional, id, access, round])

  return {
    ...{ professionals, professional, choose, status: answer.status },
    days: answer.days
      .map((day) => withNotice(day, today))
      .map((day) => (professional === professional_id ? withoutPresent(day, appointment) : day))
      .filter(({ times }) => times.length > 0),
    reload() {
      setAnswer(LOADING)
      setRound(round + 1)
    },
  }
}

const LOADING = { status: 'loading' as const, days: [] }

/** To where it is already it cannot be moved. */
function withoutPresent({ date, times }: Day, { appointment_date, appointment_time }: Appointment): Day {
  return date === appointment_date
    ? { date, times: times.filter((time) => time !== appointment_time.slice(0, 5)) }
    : { date, times }
}

/** Nobody can be expected in less than an hour. */
function withNotice({ date, times }: Day, today: Today): Day {
  if (date !== today.date) return { date, times }
  const earliest = today.minute + RESCHEDULE_NOTICE_MINUTES
  return { date, times: times.filter((time) => minutesOf(time) >= earliest) }
}
