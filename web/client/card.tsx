import { statusTone } from '#domain/appointment.ts'
import { amPmRange, longDate, minutesText, nowIn, shortMonth, shortWeekday } from '#domain/dates.ts'
import { agreedPrice } from '#domain/money.ts'
import { lateCancellation } from '#domain/portal.ts'
import { MOVE_SUSPENDED } from '#domain/suspension.ts'
import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import { check, compass, phone as call, pin, retry, user, whatsapp } from '../ui/icons.ts'
import './card.css'
import { AddToCalendar } from './calendar-file.tsx'
import { message, wallet } from './portal-icons.ts'
import { addressOf, bookAgain, chatWith, directions, phoneOf } from './links.ts'
import type { Appointment, PortalData } from './portal-data.ts'
import { stateOf } from './when.ts'
import { Zone } from './zone.tsx'

interface Props {
  appointment: Appointment
  data: PortalData
  /** Whether it is upcoming, and can be moved and cancelled. */
  isOpen: boolean
  /** Epoch milliseconds. */
  now: number
  busy: 'cancel' | 'move' | undefined
  /** Whether this appointment or another one is being changed: the next waits for it. */
  isChanging: boolean
  onMove: () => void
  onCancel: () => void
}

export function Card({ appointment, data, isOpen, now, busy, isChanging, onMove, onCancel }: Props) {
  const { id, business_name, business_is_suspended, cancellation_reason } = appointment
  const address = addressOf(appointment)
  const late = lateCancellation(appointment, now, appointment.cancel_notice_minutes)
  return (
    <article className={isOpen ? 'card cita' : 'card cita cita-past'} aria-labelledby={`cita-${id}`}>
      <When appointment={appointment} now={now} isOpen={isOpen} />
      <dl className="cita-facts">
        <Fact icon={user} term="Profesional">
          {appointment.professional_name}
        </Fact>
        <Fact icon={pin} term="Negocio">
          <b>{business_name}</b>
          {address && <span className="muted">{address}</span>}
        </Fact>
        <Fact icon={wallet} term="Precio">
          <span className="num">
            {agreedPrice(appointment.price, appointment.currency, appointment.price_kind)}
          </span>
        </Fact>
        {appointment.status === 'cancelled' && cancellation_reason && (
          <Fact icon={message} term="Motivo de cancelación" isShown>
            {cancellation_reason}
          </Fact>
        )}
        {isOpen && appointment.client_confirmed_at && (
          <Fact icon={check} term="Asistencia">
            Confirmaste que vas
          </Fact>
        )}
      </dl>
      <Links appointment={appointment} data={data} isOpen={isOpen} now={now} />
      <div className="cita-acts">
        {isOpen ? (
          <>
            {business_is_suspended && <p className="small">{MOVE_SUSPENDED}</p>}
            {!business_is_suspended && (
              <button
                type="button"
                className="btn btn-2"
                aria-describedby={`cita-${id}`}
                aria-disabled={isChanging}
                onClick={onMove}
              >
                {busy === 'move' && <span className="spinner" />}
                {busy === 'move' ? 'Reagendando...' : 'Reagendar'}
              </button>
            )}
            {late ? (
              <LateNotice appointment={appointment} text={late} />
            ) : (
              <button
                type="button"
                className="btn btn-danger-2"
                aria-describedby={`cita-${id}`}
                aria-disabled={isChanging}
                onClick={onCancel}
              >
                {busy === 'cancel' && <span className="spinner" />}
                {busy === 'cancel' ? 'Cancelando...' : 'Cancelar'}
              </button>
            )}
          </>
        ) : (
          !business_is_suspended && (
            <a className="btn btn-soft" href={bookAgain(appointment)}>
              <Icon d={retry} />
              Reservar de nuevo
            </a>
          )
        )}
      </div>
    </article>
  )
}

/** It is too late to cancel here: whom to tell. */
function LateNotice({ appointment, text }: { appointment: Appointment; text: string }) {
  const [chat, phone] = [chatWith(appointment), phoneOf(appointment)]
  return (
    <p className="small cita-late">
      {text}.{' '}
      {chat && (
        <a className="link" href={chat} target="_blank" rel="noopener">
          Escribir por WhatsApp
        </a>
      )}
      {chat && phone && ' o '}
      {phone && (
        <a className="link" href={phone}>
          {chat ? 'llamar' : 'Llamar'}
        </a>
      )}
    </p>
  )
}

/** A calendar leaf with the date, which names a year other than this, and the details beside it. */
export function When({
  appointment,
  now,
  isOpen = true,
  level: Title = 'h3',
}: {
  appointment: Appointment
  /** Epoch milliseconds. */
  now: number
  isOpen?: boolean
  level?: 'h2' | 'h3'
}) {
  const { id, appointment_date: date, appointment_time: time, duration_minutes: minutes } = appointment
  const [year, thisYear] = [date, nowIn(appointment.timezone, now).date].map((day) => day.slice(0, 4))
  return (
    <div className="cita-when">
      <div className="cita-leaf" aria-hidden="true">
        <i>{shortMonth(date)}</i>
        <b>{Number(date.slice(8))}</b>
        <span>{shortWeekday(date)}</span>
        {year !== thisYear && <span>{year}</span>}
      </div>
      <div>
        <Title id={`cita-${id}`} tabIndex={-1}>
          {appointment.service_name}
        </Title>
        <p className="small num">
          <span className="sr">{longDate(date)}, </span>
          {amPmRange(time, minutes)} · {minutesText(minutes)}
        </p>
        {isOpen && <Zone appointment={appointment} at={{ date, time }} />}
        <span className={`badge st-${statusTone(appointment)}`}>{stateOf(appointment)}</span>
      </div>
    </div>
  )
}

interface FactProps {
  icon: string
  term: string
  isShown?: boolean
  children: ReactNode
}

const Fact = ({ icon, term, isShown = false, children }: FactProps) => (
  <div>
    <dt>
      <Icon d={icon} />
      <span className={isShown ? 'muted small' : 'sr'}>{term}</span>
    </dt>
    <dd>{children}</dd>
  </div>
)

function Links({ appointment, data, isOpen, now }: Pick<Props, 'appointment' | 'data' | 'isOpen' | 'now'>) {
  const [map, chat, phone] = [directions(appointment), chatWith(appointment), phoneOf(appointment)]
  return (
    <ul className="cita-links">
      {isOpen && (
        <li>
          <AddToCalendar appointment={appointment} data={data} now={now} />
        </li>
      )}
      {isOpen && map && <Go icon={compass} href={map} text="Cómo llegar" isOutside />}
      {chat && <Go icon={whatsapp} href={chat} text="WhatsApp" isOutside />}
      {phone && <Go icon={call} href={phone} text="Llamar" />}
    </ul>
  )
}

const Go = ({
  icon,
  href,
  text,
  isOutside = false,
}: {
  icon: string
  href: string
  text: string
  isOutside?: boolean
}) => (
  <li>
    <a href={href} {...(isOutside && { target: '_blank', rel: 'noopener' })}>
      <Icon d={icon} />
      {text}
    </a>
  </li>
)
