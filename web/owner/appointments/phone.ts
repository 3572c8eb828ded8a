import { parsePhone } from '#domain/phone.ts'
import type { SessionBusiness } from '../../account/session.ts'
import { atTime, mediumDate } from '#domain/dates.ts'
import { type Appointment, firstNameOf } from '../calendar/appointment.ts'

/** '+573004128819' → '+57 300 412 8819' */
export function shownPhone(full: string): string {
  const parsed = parsePhone(full)
  if (!parsed) return full
  const { national } = parsed
  const code = full.replace(/[\s()-]/g, '').slice(0, -national.length || undefined)
  const groups =
    national.length === 10 ? [national.slice(0, 3), national.slice(3, 6), national.slice(6)] : [national]
  return [code, ...groups].join(' ')
}

/** A chat with the client, the message already written. */
export function whatsappLink(one: Appointment, business: SessionBusiness): string {
  const text =
    `Hola ${firstNameOf(one)}, te escribimos de ${business.business_name} por tu cita de ${one.service_name} ` +
    `el ${mediumDate(one.appointment_date)} ${atTime(one.appointment_time)}.`
  return `https://wa.me/${one.client_phone.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`
}
