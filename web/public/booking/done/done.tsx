import { fullAddress } from '#domain/contact.ts'
import { firstName } from '#domain/people-names.ts'
import { DEFAULT_DURATION_MINUTES } from '#domain/slots.ts'
import { atTime, mediumDate, minutesText, relativeShortDate } from '#domain/dates.ts'
import type { RefObject } from 'react'
import { useShownAgain } from '../../../shown-again.ts'
import { Icon } from '../../../ui/icon.tsx'
import { alert, calendarPlus, check, close, pin, store, user } from '../../../ui/icons.ts'
import './done.css'
import { ContactLine } from '../../business/contact.tsx'
import { Footer } from '../../business/footer.tsx'
import { Fact, Price, When } from '../ticket.tsx'
import { Zone } from '../zone.tsx'
import { Remember } from '../returning/remember.tsx'
import { Address } from './address.tsx'
import { Keep } from './keep.tsx'
import type { Confirmed } from './confirmed.ts'
import { changedBefore, GONE, titleOf } from './standing.ts'
import { useSeen } from './use-seen.ts'
import type { Booking } from '../use-booking.ts'

interface Props {
  booking: Booking
  confirmed: Confirmed
  title: RefObject<HTMLHeadingElement | null>
}

/** Confirms that the appointment is booked. */
export function Done({ booking, confirmed, title }: Props) {
  const { data, today, service, startAgain } = booking
  const { business } = data
  const { appointment } = confirmed
  useShownAgain(booking.renewConfirmation)
  useSeen(business.id, confirmed)
  const stands = appointment.status !== 'cancelled' && !confirmed.isGone
  const changed = changedBefore(confirmed)
  const minutes = appointment.duration_minutes || DEFAULT_DURATION_MINUTES
  const address = fullAddress({ address: appointment.business_address, city: business.city })
  const [date, time] = [appointment.appointment_date, appointment.appointment_time.slice(0, 5)]

  return (
    <div className="confirmed">
      <main>
        <div className="done-head">
          <span className="ring">
            <Icon d={stands ? check : close} />
          </span>
          <h1 ref={title} tabIndex={-1}>
            {titleOf(confirmed)}
          </h1>
          <p>{newsOf(confirmed, today.date, booking.now)}</p>
        </div>
        <div className="done-body">
          {!confirmed.isGone && (
            <section className="ticket" aria-label="Tu cita">
              <div className="ticket-top">
                <When date={date} time={time} minutes={minutes} today={today.date} isLong />
                <Zone business={business} choice={{ date, time }} today={today} />
              </div>
              <div className="ticket-body">
                <dl className="facts">
                  <Fact icon={service?.icon ?? calendarPlus} term="Servicio">
                    <span>{appointment.service_name}</span> · {minutesText(minutes)}
                  </Fact>
                  <Fact icon={user} term="Profesional">
                    {appointment.professional_name}
                  </Fact>
                  <Fact icon={store} term="Negocio">
                    {appointment.business_name}
                  </Fact>
                  {address && (
                    <Fact icon={pin} term="Dirección">
                      {address}
                    </Fact>
                  )}
                </dl>
                <Price
                  amount={appointment.price}
                  kind={appointment.price_kind}
                  currency={business.currency}
                />
              </div>
            </section>
          )}
          {stands && (
            <>
              {changed && (
                <p className="banner banner-warn">
                  <Icon d={alert} />
                  <span>
                    El negocio cambió {changed} después de que abriste esta página: tu cita quedó como dice
                    aquí. Si no te sirve, puedes cambiarla o cancelarla.
                  </span>
                </p>
              )}
              {appointment.price > 0 && appointment.price_kind === 'from' && (
                <p className="small muted">
                  *Precios de referencia. Sujeto a cambios según personalizaciones del servicio.
                </p>
              )}
              <Address booking={booking} confirmed={confirmed} />
              <Keep booking={booking} confirmed={confirmed} address={address} />
              <Remember booking={booking} confirmed={confirmed} />
            </>
          )}
          <form
            method="get"
            onSubmit={(event) => {
              event.preventDefault()
              startAgain()
            }}
          >
            <button className="btn btn-2 btn-lg btn-block">Solicitar Nueva Cita</button>
          </form>
          <p className="small muted centred">
            <ContactLine business={business} />
          </p>
        </div>
      </main>
      <Footer business={business} />
    </div>
  )
}

/** 'Camila, te esperamos mañana a las 10:30 am.' */
function newsOf({ appointment, isMoved, isGone }: Confirmed, today: string, now: number): string {
  if (isGone) return GONE
  if (appointment.status === 'cancelled') return 'Esta cita se canceló: su horario quedó libre.'
  const minutes = appointment.duration_minutes || DEFAULT_DURATION_MINUTES
  if (Date.parse(appointment.starts_at) + minutes * 60_000 <= now) return 'Esta cita ya pasó.'
  if (isMoved) return 'Tu cita cambió de hora. Esta es la hora vigente.'
  const { appointment_date: date, appointment_time: time, client_name } = appointment
  const [relative] = relativeShortDate(date, today).split(', ')
  const day = /^(Hoy|Mañana)$/.test(relative!) ? relative!.toLowerCase() : `el ${mediumDate(date)}`
  return `${firstName(client_name)}, te esperamos ${day} ${atTime(time)}.`
}
