import { amPm, nowIn, relativeShortDate } from '#domain/dates.ts'
import { stoppedText, undeliveredText } from '#domain/mail-state.ts'
import type { Answer } from '#domain/api/calls.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { presentMs } from '../server-clock.ts'
import type { SessionBusiness } from '../account/session.ts'
import '../ui/banner.css'
import { Icon } from '../ui/icon.tsx'
import { mail } from '../ui/icons.ts'
import { warning } from '../ui/icons-panel.ts'
import { mailQuery, markSeen } from './data/mail.ts'
import { Link } from './parts/link.tsx'

const LATER_MS = 8_000
const EVERY_MS = 5 * 60_000
const CALM_MS = 2_000

/** What the owner must know of mails: that none goes out, and which clients got none. */
export function MailState({ business: { timezone } }: { business: SessionBusiness }) {
  // After what the screen itself asks for.
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({ ...mailQuery(), enabled: isLater, refetchInterval: EVERY_MS })
  const shown = useCalm(data)
  if (!shown) return null
  const { stopped, undelivered } = shown
  return (
    <>
      {stopped && (
        <div className="banner banner-danger" role="status">
          <Icon d={warning} />
          <span>
            <b>{stoppedText(stopped, timezone, presentMs())}</b> Las citas se guardan igual, y los correos
            saldrán solos cuando se arregle.
          </span>
        </div>
      )}
      {undelivered.length > 0 && (
        <Undelivered key={undelivered.map(({ id }) => id).join()} of={undelivered} timezone={timezone} />
      )}
    </>
  )
}

/** What is new, once nobody pressed or moved anything for a moment: it moves the screen under a finger that aims. */
function useCalm<T>(next: T): T {
  const { pathname } = useLocation()
  const [shown, setShown] = useState({ of: next, pathname })
  if (shown.pathname !== pathname) setShown({ of: next, pathname })
  useEffect(() => {
    if (shown.of === next) return
    const listeners = new AbortController()
    const { signal } = listeners
    const show = () => setShown({ of: next, pathname })
    let timer = setTimeout(show, CALM_MS)
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(show, CALM_MS)
    }
    for (const name of ['pointerdown', 'pointermove', 'keydown', 'scroll'])
      document.addEventListener(name, wait, { signal, capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      listeners.abort()
    }
  }, [next, shown, pathname])
  return shown.of
}

type Missed = Answer<'GET /api/mail/state'>['undelivered'][number]

const SHOWN = 3

function Undelivered({ of, timezone }: { of: Missed[]; timezone: string }) {
  const today = nowIn(timezone, presentMs()).date
  const [isSeen, setSeen] = useState(false)
  if (isSeen) return null
  const see = () => {
    setSeen(true)
    // The button goes with the notice.
    document.getElementById('main')?.focus()
    void markSeen(of.map(({ id }) => id))
  }
  return (
    <div className="banner banner-warn" role="status">
      <Icon d={mail} />
      <span>
        {of
          .slice(0, SHOWN)
          .map(({ id, client_name, appointment_date: date, appointment_time: time, reason }) => (
            <span key={id} className="line">
              <b>{client_name}</b>, {relativeShortDate(date.slice(0, 10), today)}, {amPm(time)}.{' '}
              {undeliveredText(reason)}. <Link to={`/dashboard/appointments?cita=${id}`}>Ver la cita</Link>
            </span>
          ))}
        {of.length > SHOWN && <span className="line">Y {of.length - SHOWN} más.</span>}
      </span>
      <button type="button" className="btn btn-sm" onClick={see}>
        Entendido
      </button>
    </div>
  )
}
