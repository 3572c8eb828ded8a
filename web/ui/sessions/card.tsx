import { amPm, clockTime, mediumDate, nowIn } from '#domain/dates.ts'
import { placeText, UNKNOWN_DEVICE } from '#domain/device.ts'
import { useRef, useState } from 'react'
import { messageOf } from '../api.ts'
import { NotLoaded } from '../loading/not-loaded.tsx'
import { toast } from '../toast.tsx'
import './sessions.css'

export interface OpenSession {
  id: string
  business_name: string | null
  is_current: boolean
  device: string | null
  network: string | null
  timezone: string | null
  seen_at: string
}

/** The calls of a user, or of an administrator. Each leaves the shown list renewed. */
export interface SessionCalls {
  close: (id: string) => Promise<void>
  closeOthers: () => Promise<void>
}

interface Props {
  /** Undefined while it loads. */
  sessions: OpenSession[] | undefined
  hasFailed: boolean
  onRetry: () => void
  calls: SessionCalls
  /** What else to do about one that is not recognized. */
  advice: string
}

const FAILURE = 'Error al cerrar la sesión'

/** 'Sesiones abiertas': where the person is signed in, and the way to end it there. */
export function SessionsCard({ sessions, hasFailed, onRetry, calls, advice }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  /** What is being ended: an id, or all others. */
  const [closing, setClosing] = useState<string>()
  const others = sessions?.filter(({ is_current }) => !is_current) ?? []
  const severalBusinesses = new Set(sessions?.map(({ business_name }) => business_name)).size > 1

  async function close(what: string, send: () => Promise<void>, said: string) {
    if (closing) return
    setClosing(what)
    try {
      await send()
      toast.success(said)
      // What had the focus is gone.
      title.current?.focus()
    } catch (failure) {
      toast.error(messageOf(failure, FAILURE))
    } finally {
      setClosing(undefined)
    }
  }

  return (
    <section
      className="card pad sessions"
      aria-labelledby="sessions-title"
      aria-busy={!sessions && !hasFailed}
    >
      <div>
        <h2 className="h2" id="sessions-title" tabIndex={-1} ref={title}>
          Sesiones abiertas
        </h2>
        <p className="small muted">Dónde está abierta tu cuenta. Cierra lo que no reconozcas y {advice}.</p>
      </div>
      {hasFailed && !sessions && <NotLoaded what="tus sesiones" onRetry={onRetry} />}
      {sessions && (
        <ul>
          {sessions.map((session) => (
            <li key={session.id}>
              <div>
                <b>{session.device ?? UNKNOWN_DEVICE}</b>
                <small className="muted">
                  {[
                    session.is_current ? 'Esta sesión' : `Último uso: ${whenText(session.seen_at)}`,
                    placeText(session),
                    severalBusinesses && session.business_name,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </div>
              {!session.is_current && (
                <button
                  type="button"
                  className="btn btn-2 btn-sm"
                  aria-disabled={closing !== undefined}
                  aria-label={`Cerrar la sesión de ${session.device ?? UNKNOWN_DEVICE}, ${whenText(session.seen_at)}`}
                  onClick={() => void close(session.id, () => calls.close(session.id), 'Sesión cerrada')}
                >
                  {closing === session.id ? 'Cerrando...' : 'Cerrar'}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <div className="row wrap">
          <button
            type="button"
            className="btn"
            aria-disabled={closing !== undefined}
            onClick={() => void close('others', calls.closeOthers, 'Las demás sesiones se cerraron')}
          >
            {closing === 'others' && <span className="spinner" />}
            Cerrar las demás
          </button>
        </div>
      )}
    </section>
  )
}

/** 'viernes 20 de noviembre, 3:30 pm', by the clock of this screen. */
function whenText(instant: string): string {
  const { date, minute } = nowIn(Intl.DateTimeFormat().resolvedOptions().timeZone, Date.parse(instant))
  return `${mediumDate(date)}, ${amPm(clockTime(minute))}`
}
