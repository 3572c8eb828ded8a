import { counted } from '#domain/numbers.ts'
import { statusLabel, statusTone } from '#domain/appointment.ts'
import { amPm, durationText, shortDate } from '#domain/dates.ts'
import { agreedPrice, money } from '#domain/money.ts'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import './lists.css'
import type { Appointment } from '../data/appointment.ts'
import type { Metrics } from '../data/figures.ts'
import type { Professional } from '#domain/api/professional.ts'
import type { Service } from '#domain/api/service.ts'
import { Link } from '../parts/link.tsx'
import { Day } from '../print/day.tsx'

/** A list of more than this scrolls. */
const SHOWN = 3

interface ListProps {
  id: string
  title: string
  link: ReactNode
  rows: ReactNode[] | undefined
  empty: ReactNode
}

function ListCard({ id, title, link, rows, empty }: ListProps) {
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-h">
        <h2 className="h3" id={id}>
          {title}
        </h2>
        {link}
      </div>
      {rows?.length === 0 ? (
        <p className="small muted list-none">{empty}</p>
      ) : rows && rows.length > SHOWN ? (
        <div className="list-scroll" tabIndex={0} role="group" aria-labelledby={id}>
          <ul>{rows}</ul>
        </div>
      ) : (
        <ul className="list">{rows ?? [1, 2, 3].map((n) => <Waiting key={n} />)}</ul>
      )}
    </section>
  )
}

const Waiting = () => (
  <li className="li">
    <span className="skeleton list-wait" />
    <span className="grow">
      <span className="skeleton list-wait-1" />
      <span className="skeleton list-wait-2" />
    </span>
  </li>
)

export function Upcoming(props: {
  list: Appointment[] | undefined
  today: string
  toneOf: ToneOf
  faceOf: FaceOf
}) {
  const { list, today, toneOf, faceOf } = props
  const rows = list?.map((one) => (
    <li key={one.id}>
      <Link className="li" to={`/dashboard/appointments?cita=${one.id}`}>
        <span className="list-t num">
          {amPm(one.appointment_time)}
          <small>
            <Day date={one.appointment_date} today={today} />
          </small>
        </span>
        <span className={`list-rail t${toneOf(one)}`} />
        <span className="grow">
          <b className="trunc">{one.client_name}</b>
          <small className="trunc">{one.service_name}</small>
        </span>
        <Avatar name={one.professional_name} src={faceOf(one.professional_id)} size="sm" />
        <span className="small muted only-d list-who trunc">{one.professional_name}</span>
        <span className="sr only-m">, con {one.professional_name}</span>
      </Link>
    </li>
  ))
  const link = (
    <Link className="link small list-link" to="/dashboard/appointments" prefetch="intent">
      Ver todas
    </Link>
  )
  const empty = (
    <>
      No hay citas programadas. <Link to="/dashboard/appointments?nueva=1">Agenda una</Link> o comparte tu
      página.
    </>
  )
  return <ListCard id="upcoming-title" title="Próximas citas" {...{ link, rows, empty }} />
}

type ToneOf = (one: Appointment) => number
type FaceOf = (professionalId: number) => string | null | undefined

export function Recent({ list, today }: { list: Appointment[] | undefined; today: string }) {
  const rows = list?.map((one) => (
    <li key={one.id}>
      <Link className="li" to={`/dashboard/appointments?cita=${one.id}`}>
        <span className="grow">
          <b className="trunc">{one.client_name}</b>
          <small className="trunc num">
            {shortDate(one.appointment_date)}, {amPm(one.appointment_time)} · {one.service_name}
          </small>
        </span>
        <span className={`badge st-${statusTone(one, today)}`}>{statusLabel(one)}</span>
      </Link>
    </li>
  ))
  const empty = 'Aquí verás las citas a medida que lleguen.'
  return <ListCard id="recent-title" title="Citas recientes" link={null} {...{ rows, empty }} />
}

export function TopServices(props: {
  metrics: Metrics | undefined
  currency: string
  period: string
  toneOf: (name: string) => number
}) {
  const { metrics, currency, period, toneOf } = props
  const list = metrics?.top_services
  const most = Math.max(1, ...(list ?? []).map(({ count }) => count))
  const rows = list?.map(({ name, count, revenue }) => (
    <li key={name} className={`list-bar t${toneOf(name)}`}>
      <div className="row between">
        <b className="trunc">{name}</b>
        <span className="num muted small">
          {counted(count, 'cita')} · {money(revenue, currency)}
        </span>
      </div>
      <div className="list-track" aria-hidden="true">
        <i style={{ width: `${(count / most) * 100}%` }} />
      </div>
    </li>
  ))
  const link = <span className="small muted">{period}</span>
  return (
    <ListCard
      id="top-title"
      title="Servicios más pedidos"
      {...{ link, rows }}
      empty="Aquí verás qué te piden más."
    />
  )
}

export function Services({
  list,
  currency,
  toneOf,
}: {
  list: Service[] | undefined
  currency: string
  toneOf: (name: string) => number
}) {
  const active = list?.filter(({ is_active }) => is_active)
  const rows = active?.map((one) => (
    <li key={one.id} className="li">
      <span className={`list-dot t${toneOf(one.service_name)}`} />
      <span className="grow">
        <b className="trunc">{one.service_name}</b>
        <small className="num">
          {durationText(one.duration_minutes)} · {agreedPrice(one.price, currency, one.price_kind)}
        </small>
      </span>
    </li>
  ))
  const link = (
    <Link className="link small list-link" to="/dashboard/services" prefetch="intent">
      {counted(active?.length ?? 0, 'activo')}
    </Link>
  )
  const empty = 'Sin servicios, tus clientes no pueden reservar.'
  return <ListCard id="services-title" title="Servicios activos" {...{ link, rows, empty }} />
}

export function Professionals(props: { list: Professional[] | undefined; day: Appointment[] }) {
  const active = props.list?.filter(({ is_active }) => is_active)
  const today = (id: number) =>
    props.day.filter((one) => one.professional_id === id && one.status !== 'cancelled').length
  const rows = active?.map((one) => (
    <li key={one.id} className="li">
      <Avatar name={one.professional_name} src={one.avatar_url} />
      <span className="grow">
        <b className="trunc">{one.professional_name}</b>
        <small>{one.has_schedule ? 'Horario propio' : 'Horario del negocio'}</small>
      </span>
      <span className="small muted num">{today(one.id)} hoy</span>
    </li>
  ))
  const link = (
    <Link className="link small list-link" to="/dashboard/professionals" prefetch="intent">
      {counted(active?.length ?? 0, 'activo')}
    </Link>
  )
  const empty = 'Todavía no hay profesionales activos.'
  return <ListCard id="professionals-title" title="Profesionales" {...{ link, rows, empty }} />
}
