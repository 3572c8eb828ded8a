import { DEFAULT_DURATION_MINUTES } from '#domain/slots.ts'
import { icsForAppointment } from '#domain/calendar.ts'
import type { MouseEvent, RefObject } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { calendarPlus, check, close, pin, store, user } from '../../../ui/icons.ts'
import './done.css'
import { Footer } from '../../business/footer.tsx'
import { fullAddress } from '../../business/full-address.ts'
import { TITLES } from '../steps.tsx'
import { Fact, When } from '../ticket.tsx'
import { Zone } from '../zone.tsx'
import type { Confirmed } from './use-confirmation.ts'
import type { Booking } from '../use-booking.ts'

interface Props {
  booking: Booking
  confirmed: Confirmed
  title: RefObject<HTMLHeadingElement | null>
}

/** Confirms that the appointment is booked. */
export function Done({ booking, confirmed, title }: Props) {
  const { data, today, now, service, startAgain } = booking
  const { business, site } = data
  const { appointment, isMoved } = confirmed
  const isCancelled = appointment.status === 'cancelled'
  const minutes = appointment.duration_minutes || DEFAULT_DURATION_MINUTES
  const address = fullAddress({ address: appointment.business_address, city: business.city })
  const calendarFile = icsForAppointment(
    {
      ...appointment,
      business_address: address ?? null,
      start: Date.parse(appointment.starts_at) / 60_000,
      duration_minutes: minutes,
    },
    { host: new URL(site.publicUrl).host, stampMs: now },
  )

  return (
    <div className="confirmed">
      <main>
        <div className="done-head">
          <span className="ring">
            <Icon d={isCancelled ? close : check} />
          </span>
          <h1 ref={title} tabIndex={-1}>
            {isCancelled ? 'Cita cancelada' : TITLES.lista}
          </h1>
          <p>
            {isCancelled && 'Esta cita se canceló: su horario quedó libre.'}
            {!isCancelled && isMoved && 'Tu cita cambió de hora. Esta es la hora vigente.'}
            {!isCancelled && !isMoved && (
              <>
                Te enviamos la confirmación a <b>{appointment.client_email}</b>
              </>
            )}
          </p>
        </div>
        <div className="done-body">
          <section className="ticket" aria-label="Tu cita">
            <div className="ticket-top">
              <When
                date={appointment.appointment_date}
                time={appointment.appointment_time}
                minutes={minutes}
                today={today.date}
                isLong
              />
              <Zone
                business={business}
                choice={{
                  date: appointment.appointment_date,
                  time: appointment.appointment_time.slice(0, 5),
                }}
                today={today}
              />
            </div>
            <div className="ticket-body">
              <dl className="facts">
                <Fact icon={service?.icon ?? calendarPlus} term="Servicio">
                  {appointment.service_name}
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
            </div>
          </section>
          {!isCancelled && (
            <a
              className="btn btn-brand btn-lg btn-block"
              href={`data:text/calendar;charset=utf-8,${encodeURIComponent(calendarFile)}`}
              download="cita.ics"
              onClick={(event) => download(event, calendarFile)}
            >
              <Icon d={calendarPlus} />
              Agregar al Calendario
            </a>
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
            ¿Necesitas moverla? Usa el{' '}
            <a className="link" href="/client">
              portal del cliente
            </a>{' '}
            o el enlace que te llega al correo.
          </p>
        </div>
      </main>
      <Footer business={business} />
    </div>
  )
}

/** Some browsers do not download data: addresses; all of them download a blob. */
function download(event: MouseEvent, text: string) {
  event.preventDefault()
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }))
  link.download = 'cita.ics'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
