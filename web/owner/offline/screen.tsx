import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { retry, wifiOff } from '../../ui/icons.ts'
import { plus } from '../../ui/icons-panel.ts'
import { Logo } from '../../ui/logo.tsx'
import { ask, type SessionBusiness } from '../../account/session.ts'
import { useClock } from '../parts/use-clock.ts'
import { ageText } from './age.ts'
import { KeptDay } from './day.tsx'
import { keptQuery } from './keep.ts'
import './offline.css'
import { useReturn } from './use-return.ts'

/** Replaces every owner screen while the server cannot be reached: the stored agenda, with its age. */
export function OfflineAgenda({ business, onLogout }: { business: SessionBusiness; onLogout: () => void }) {
  const { data: agenda } = useQuery(keptQuery(business))
  const now = useClock(business.timezone)
  const { isAsking, again } = useAgain()
  useReturn(again)
  const dates = agenda?.dates.filter((date) => date >= now.date) ?? []
  return (
    <>
      <header className="tb">
        <div className="tb-in">
          <Logo />
          <button type="button" className="btn btn-3 btn-sm off-out" onClick={onLogout}>
            Cerrar Sesión
          </button>
        </div>
      </header>
      <main className="pg off">
        <div className="pg-h">
          <h1 className="h1">Tu agenda</h1>
          <p>{business.business_name}</p>
        </div>
        <div className="banner banner-warn">
          <Icon d={wifiOff} />
          <span role="status">
            <b>Sin conexión</b>
            {agenda && ` · datos ${ageText(agenda.at, Date.now(), business.timezone)}`}
          </span>
          <button type="button" className="btn btn-sm" aria-disabled={isAsking || undefined} onClick={again}>
            <Icon d={retry} className="icon-sm" />
            Reintentar
          </button>
        </div>
        <div className="off-acts">
          <button type="button" className="btn" disabled aria-describedby="off-why">
            <Icon d={plus} />
            Nueva cita
          </button>
          <p className="small muted" id="off-why">
            Sin conexión no puedes agendar, mover, cancelar ni confirmar citas. Todo vuelve solo cuando haya
            internet.
          </p>
        </div>
        {agenda && dates.length === 0 && (
          <p className="card pad">La agenda guardada es de días que ya pasaron.</p>
        )}
        {dates.map((date) => (
          <KeptDay
            key={date}
            date={date}
            today={now.date}
            list={agenda!.appointments.filter((one) => one.appointment_date === date)}
          />
        ))}
      </main>
    </>
  )
}

/** Shown offline when nobody is signed in and the log-in cannot be reached. */
export function OfflineDoor() {
  useReturn(reload)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <main className="off-door">
      <Logo />
      <h1 className="h1" ref={title} tabIndex={-1}>
        Sin conexión
      </h1>
      <p>Para entrar a tu agenda necesitas internet. Lo intentaremos de nuevo cuando vuelva.</p>
      <button type="button" className="btn" onClick={reload}>
        <Icon d={retry} />
        Reintentar
      </button>
    </main>
  )
}

const reload = () => location.reload()

function useAgain() {
  const [isAsking, setAsking] = useState(false)
  const underWay = useRef(false)
  const [again] = useState(() => async () => {
    if (underWay.current) return
    underWay.current = true
    setAsking(true)
    await ask()
    underWay.current = false
    setAsking(false)
  })
  return { isAsking, again }
}
