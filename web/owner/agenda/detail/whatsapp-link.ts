import type { SessionBusiness } from '../../../account/session.ts'
import { atTime, mediumDate } from '#domain/dates.ts'
import { type Appointment, firstNameOf } from '../../data/appointment.ts'

/**
 * A chat with the client, with a prepared message.
 * @param own the business's own words; without them, of what is over or without a network, a greeting.
 */
export function whatsappLink(
  appointment: Appointment,
  business: SessionBusiness,
  own: string | null | undefined,
): string {
  const text =
    own ??
    `Hola ${firstNameOf(appointment)}, te escribimos de ${business.business_name} por tu cita de ${appointment.service_name} ` +
      `el ${mediumDate(appointment.appointment_date)} ${atTime(appointment.appointment_time)}.`
  return `https://wa.me/${appointment.client_phone.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`
}
