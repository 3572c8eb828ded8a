import type { Answer } from '#domain/api/calls.ts'
import { atTime, relativeShortDate } from '#domain/dates.ts'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useShownAgain } from '../../../shown-again.ts'
import { Icon } from '../../../ui/icon.tsx'
import { alert, check, close } from '../../../ui/icons.ts'
import { searchOf } from '../../business/address.ts'
import type { Confirmed } from '../done/confirmed.ts'
import { linksOf } from '../done/links.ts'
import type { Booking } from '../use-booking.ts'
import { type Sent, sentTo } from './record.ts'
import './sent-before.css'

interface Props {
  booking: Booking
  sent: Sent[]
}

/** For whoever closed the tab in which they sent a booking before it was answered: what became of it. */
export default function SentBefore({ booking, sent }: Props) {
  return sent.map((one) => <Outcome key={one.key} booking={booking} sent={one} />)
}

type Found = Confirmed | 'asking' | 'unreachable' | 'unbooked' | 'refused'

function Outcome({ booking: { data, now, today }, sent }: { booking: Booking; sent: Sent }) {
  const { business } = data
  const found = useOutcome(business.id, sent, now)
  const [isDismissed, setDismissed] = useState(false)
  if (isDismissed) return null

  function dismiss() {
    sentTo(business.id).drop(sent.key)
    setDismissed(true)
  }

  const when = (date: string, time: string) =>
    `${relativeShortDate(date, today.date).toLowerCase()} ${atTime(time)}`
  const { choice } = sent
  const asked = when(choice.date, choice.time)

  if (found === 'asking')
    return (
      <Banner kind="quiet" icon={<span className="spinner" />}>
        Comprobando si quedó agendada tu cita: {asked}...
      </Banner>
    )
  if (found === 'unreachable')
    return (
      <Banner kind="warn" icon={<Icon d={alert} />}>
        No pudimos comprobar si quedó agendada tu cita: {asked}. Revisa tu conexión.
      </Banner>
    )
  if (found === 'unbooked' || found === 'refused')
    return (
      <Banner kind="warn" icon={<Icon d={alert} />} onDismiss={dismiss}>
        Tu cita no quedó agendada: {asked}.{' '}
        <a className="link" href={searchOf(choice, 'datos')}>
          Agendar esa hora
        </a>
      </Banner>
    )
  const { id, appointment_date, appointment_time, status } = found.appointment
  return (
    <Banner kind="info" icon={<Icon d={check} />} onDismiss={dismiss}>
      {status === 'cancelled' ? 'Tu cita se canceló' : 'Tu cita quedó agendada'}:{' '}
      {when(appointment_date, appointment_time.slice(0, 5))}.{' '}
      <a className="link" href={searchOf({}, 'lista', id)}>
        Ver mi cita
      </a>
    </Banner>
  )
}

interface BannerProps {
  kind: 'quiet' | 'warn' | 'info'
  icon: ReactNode
  children: ReactNode
  onDismiss?: () => void
}

function Banner({ kind, icon, children, onDismiss }: BannerProps) {
  return (
    <div className={`banner banner-${kind} sent-before`}>
      {icon}
      <p role="status">{children}</p>
      {onDismiss && (
        <button type="button" className="x" aria-label="Cerrar" onClick={onDismiss}>
          <Icon d={close} />
        </button>
      )}
    </div>
  )
}

const FIRST_PAUSE_MS = 4_000
/** Without a connection the pauses grow: each vain try costs the battery of a phone. */
const LONGEST_PAUSE_MS = 60_000
/** For as long as the server may still be at it, from when it was sent. */
const UNDER_WAY_MS = 60_000

/** Asked until it is known, and on return to the page: another tab may be sending it still. */
function useOutcome(business: number, { key, at }: Sent, now: number): Found {
  const [found, setFound] = useState<Found>('asking')
  const [asked, setAsked] = useState(0)
  const pause = useRef(FIRST_PAUSE_MS)
  const look = useEffectEvent(() => outcomeOf(business, key, now))
  function askNow() {
    pause.current = FIRST_PAUSE_MS
    setAsked((count) => count + 1)
  }
  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    void look().then((next) => {
      if (isGone) return
      const isUnderWay = next === 'unbooked' && Date.now() - at < UNDER_WAY_MS
      setFound(isUnderWay ? 'asking' : next)
      if (!isUnderWay && next !== 'unreachable') return
      timer = setTimeout(() => setAsked(asked + 1), pause.current)
      pause.current = isUnderWay ? FIRST_PAUSE_MS : Math.min(pause.current * 2, LONGEST_PAUSE_MS)
    })
    addEventListener('online', askNow)
    return () => {
      isGone = true
      clearTimeout(timer)
      removeEventListener('online', askNow)
    }
  }, [asked, at])
  useShownAgain(askNow)
  return found
}

async function outcomeOf(business: number, key: string, now: number): Promise<Found> {
  try {
    const response = await fetch(`/api/appointments/public?business_id=${business}`, {
      headers: { 'idempotency-key': key },
    })
    if (!response.ok) return 'unreachable'
    const answer: Answer<'GET /api/appointments/public'> = await response.json()
    const { portal_token: token } = answer
    if (answer.is_refused) sentTo(business).refused(key)
    if (!token) return answer.is_refused ? 'refused' : 'unbooked'
    const { ask, keep } = linksOf(business, now)
    const standing = await ask(token)
    // It is over or somebody else's by now: there is nothing to show.
    if (typeof standing !== 'object') return standing === 'unreachable' ? standing : 'unbooked'
    keep(standing)
    return standing
  } catch {
    return 'unreachable'
  }
}
