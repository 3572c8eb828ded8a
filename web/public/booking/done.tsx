import { DEFAULT_DURATION_MINUTES } from '#domain/appointment.ts'
import { icsForAppointment } from '#domain/calendar.ts'
import type { MouseEvent, RefObject } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { calendarPlus, check, pin, store, user } from '../../ui/icons.ts'
import './done.css'
import { Footer } from './footer.tsx'
import { fullAddress } from './place.tsx'
import { TITLES } from './steps.tsx'
import { Fact, When } from './ticket.tsx'
import type { Appointment } from './types.ts'
import type { Booking } from './use-booking.ts'

interface Props {
  booking: Booking
  appointment: Appointment
  title: RefObject<HTMLHeadingElement | null>
}

/** The appointment is made. */
export function Done({ booking, appointment, title }: Props) {
  const { data, today, now, service, startAgain } = booking
  const { business, site } = data
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
            <Icon d={check} />
          </span>
          <h1 ref={title} tabIndex={-1}>
            {TITLES.lista}
          </h1>
          <p>
            Te enviamos la confirmación a <b>{appointment.client_email}</b>
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
          <a
            className="btn btn-brand btn-lg btn-block"
            href={`data:text/calendar;charset=utf-8,${encodeURIComponent(calendarFile)}`}
            download="cita.ics"
            onClick={(event) => download(event, calendarFile)}
          >
            <Icon d={calendarPlus} />
            Agregar al Calendario
          </a>
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
