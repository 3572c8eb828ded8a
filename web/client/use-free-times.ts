import type { Answer } from '#domain/api/calls.ts'
import { RESCHEDULE_NOTICE_MINUTES } from '#domain/portal.ts'
import { addDays, minutesOf, MOST_DATES } from '#domain/dates.ts'
import { doesService } from '#domain/specialties.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useBackOnline } from '../back-online.ts'
import { api } from '../ui/api.ts'
import { takeProof } from './human.ts'
import type { Access, Appointment, PortalData } from './portal-data.ts'

type Provider = PortalData['verification']

export interface Today {
  date: string
  minute: number
}

export type Professional = Answer<'GET /api/businesses/:businessId/professionals'>['professionals'][number]
/** Who is to have the appointment. */
export type Chosen = Pick<Professional, 'id' | 'professional_name'>
type Day = Answer<'POST /api/appointments/client/free-times/:id'>['days'][number]

interface FreeDays {
  status: 'loading' | 'ready' | 'failed'
  days: Day[]
  /** There is no later date. */
  isAll?: boolean
}

export type FreeTimes = ReturnType<typeof useFreeTimes>

/**
 * The professionals of the appointment's service, and the chosen one's free times; the appointment's own
 * time counts as free.
 */
export function useFreeTimes(
  appointment: Appointment,
  access: Access,
  { today, verification, chosen }: { today: Today; verification: Provider; chosen: string | undefined },
) {
  const { id, business_id, service_id, professional_id } = appointment
  const [professionals, setProfessionals] = useState<Professional[]>([])
  const [professional, choose] = useState<number>()
  const [answer, setAnswer] = useState<FreeDays>(LOADING)
  const [round, setRound] = useState(0)
  /** Whose later dates are on their way. */
  const asking = useRef<number>(undefined)
  const latest = useRef(professional)
  latest.current = professional

  useEffect(() => {
    if (professional !== undefined) return
    let isGone = false
    void api.get('/api/businesses/:businessId/professionals', { params: { businessId: business_id } }).then(
      ({ professionals }) => {
        if (isGone) return
        const able = professionals.filter(
          ({ id, specialties, is_active }) =>
            is_active && (id === professional_id || doesService(specialties, service_id)),
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
    void freeTimes(id, { ...access, professional_id: professional }, verification).then(
      ({ days }) => isGone || setAnswer({ status: 'ready', days }),
      () => isGone || setAnswer({ status: 'failed', days: [] }),
    )
    return () => void (isGone = true)
  }, [professional, id, access, round, verification])

  /** Adds the dates after the last known one. */
  async function loadMore() {
    const last = answer.days.at(-1)?.date
    if (professional === undefined || asking.current === professional || !last) return
    asking.current = professional
    const ended = () => asking.current === professional && (asking.current = undefined)
    const body = { ...access, professional_id: professional, from: addDays(last, 1) }
    const answered = await freeTimes(id, body, verification).catch(() => undefined)
    // A lost one is asked for again when the dates are next touched, not by each step of one swipe.
    if (!answered) return void setTimeout(ended, PAUSE_MS)
    ended()
    const { days } = answered
    setAnswer((now) => {
      // Another professional, whose dates end with the same one, may have been chosen meanwhile.
      if (latest.current !== professional || now.days.at(-1)?.date !== last) return now
      return { status: 'ready', days: [...now.days, ...days], isAll: days.length === 0 }
    })
  }

  function reload() {
    setAnswer(LOADING)
    setRound(round + 1)
  }
  useBackOnline(answer.status === 'failed', reload)

  const isBeyond = chosen !== undefined && answer.days.length > 0 && chosen > answer.days.at(-1)!.date
  const followChosen = useEffectEvent(() => {
    if (isBeyond && !answer.isAll) void loadMore()
  })
  // Offered after a refusal, or chosen before the dates were read anew, it may lie after those that come first.
  useEffect(() => followChosen(), [isBeyond, answer.days])

  return {
    /** Undefined when there is none later. */
    loadMore:
      answer.status === 'ready' && !answer.isAll && answer.days.length >= MOST_DATES
        ? () => void loadMore()
        : undefined,
    /** The last date that is known, with free times or without. */
    lastDate: answer.days.at(-1)?.date,
    professionals,
    professional,
    choose,
    status: answer.status,
    days: answer.days
      .map((day) => withNotice(day, today))
      .map((day) => (professional === professional_id ? withoutPresent(day, appointment) : day))
      .filter(({ times }) => times.length > 0),
    reload,
  }
}

/** By document and e-mail only with the human check, as every look-up; a link says enough. */
async function freeTimes(
  id: number,
  body: Access & { professional_id: number; from?: string },
  verification: Provider,
) {
  const proof = 'token' in body ? {} : { recaptcha_token: await takeProof(verification) }
  return api.post('/api/appointments/client/free-times/:id', { params: { id }, body: { ...body, ...proof } })
}

const PAUSE_MS = 1000

const LOADING = { status: 'loading' as const, days: [] }

/** The appointment cannot be moved to its present time. */
function withoutPresent({ date, times }: Day, { appointment_date, appointment_time }: Appointment): Day {
  return date === appointment_date
    ? { date, times: times.filter((time) => time !== appointment_time.slice(0, 5)) }
    : { date, times }
}

/** While the dialog stays open, times may fall below the minimum notice. */
function withNotice({ date, times }: Day, today: Today): Day {
  if (date !== today.date) return { date, times }
  const earliest = today.minute + RESCHEDULE_NOTICE_MINUTES
  return { date, times: times.filter((time) => minutesOf(time) >= earliest) }
}
