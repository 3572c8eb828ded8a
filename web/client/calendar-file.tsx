import { icsForAppointment } from '#domain/calendar.ts'
import { CalendarFileLink } from '../ui/calendar-file-link.tsx'
import { Icon } from '../ui/icon.tsx'
import { calendarPlus } from '../ui/icons.ts'
import { addressOf } from './links.ts'
import type { Appointment, PortalData } from './portal-data.ts'

interface Props {
  appointment: Appointment
  data: PortalData
  /** Epoch milliseconds. */
  now: number
}

/** The same entry as on the booking page and in the e-mails, so that calendars recognise it. */
export function AddToCalendar({ appointment, data, now }: Props) {
  const file = icsForAppointment(
    {
      ...appointment,
      business_address: addressOf(appointment) ?? null,
      start: Date.parse(appointment.starts_at) / 60_000,
    },
    {
      host: new URL(data.publicUrl).host,
      stampMs: now,
      sequence: appointment.sequence,
      url: `${data.publicUrl}/client?token=${appointment.portal_token}`,
    },
  )
  return (
    <CalendarFileLink file={file}>
      <Icon d={calendarPlus} />
      Agregar al Calendario
    </CalendarFileLink>
  )
}
