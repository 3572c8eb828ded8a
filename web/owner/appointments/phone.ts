import type { SessionBusiness } from '../../account/session.ts'
import { atTime, mediumDate } from '#domain/dates.ts'
import { type Appointment, firstNameOf } from '../calendar/appointment.ts'

/** A chat with the client, the message already written. */
export function whatsappLink(one: Appointment, business: SessionBusiness): string {
  const text =
    `Hola ${firstNameOf(one)}, te escribimos de ${business.business_name} por tu cita de ${one.service_name} ` +
    `el ${mediumDate(one.appointment_date)} ${atTime(one.appointment_time)}.`
  return `https://wa.me/${one.client_phone.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`
}
