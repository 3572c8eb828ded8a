import { googleCalendarUrl, icsForAppointment } from '#domain/calendar.ts'
import { atTime, mediumDate } from '#domain/dates.ts'
import { CalendarFileLink } from '../../../ui/calendar-file-link.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { calendar, calendarPlus, clock, compass, whatsapp } from '../../../ui/icons.ts'
import type { Booking } from '../use-booking.ts'
import type { Confirmed } from './confirmed.ts'

interface Props {
  booking: Booking
  confirmed: Confirmed
  address: string | undefined
}

/** Ways to keep the appointment, to get there, and to change it. */
export function Keep({ booking: { data, now }, confirmed: { appointment, token }, address }: Props) {
  const { publicUrl } = data.site
  const portal = token ? `${publicUrl}/client?token=${token}` : `${publicUrl}/client`
  const entry = {
    ...appointment,
    business_address: address ?? null,
    start: Date.parse(appointment.starts_at) / 60_000,
  }
  const { sequence = 0 } = appointment
  const host = new URL(publicUrl).host
  const file = icsForAppointment(entry, { host, stampMs: now, sequence, url: portal })
  const { latitude, longitude } = data.business
  const place = latitude !== null && longitude !== null ? `${latitude},${longitude}` : address
  return (
    <>
      <a className="btn btn-brand btn-lg btn-block" href={googleCalendarUrl(entry, portal)} {...OUTSIDE}>
        <Icon d={calendarPlus} />
        Google Calendar
      </a>
      <div className="keep">
        <CalendarFileLink file={file}>
          <Icon d={calendar} />
          Agregar al Calendario
        </CalendarFileLink>
        <a
          className="wa"
          href={`https://wa.me/?text=${encodeURIComponent(noteOf(entry, portal))}`}
          {...OUTSIDE}
        >
          <Icon d={whatsapp} />
          Guardar en mi WhatsApp
        </a>
        {place && (
          <a
            href={`https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}`}
            {...OUTSIDE}
          >
            <Icon d={compass} />
            Cómo llegar
          </a>
        )}
        <a href={token ? `/client?token=${token}` : '/client'}>
          <Icon d={clock} />
          Cambiar o cancelar
        </a>
      </div>
    </>
  )
}

const OUTSIDE = { target: '_blank', rel: 'noopener' }

/** What a person sends to themselves. */
const noteOf = (
  appointment: Confirmed['appointment'] & { business_address: string | null },
  portal: string,
): string =>
  [
    `Mi cita en ${appointment.business_name}`,
    `${appointment.service_name} con ${appointment.professional_name}`,
    `${mediumDate(appointment.appointment_date)} ${atTime(appointment.appointment_time)}`,
    appointment.business_address,
    `Cambiar o cancelar: ${portal}`,
  ]
    .filter(Boolean)
    .join('\n')
