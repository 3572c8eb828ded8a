import { appointmentErrors, DEFAULT_DURATION_MINUTES } from '#domain/appointment.ts'
import { minutesOf } from '#domain/dates.ts'
import { countryOfPhone, e164, parsePhone } from '#domain/phone.ts'
import { doesService } from '#domain/specialties.ts'
import type { Appointment } from '../../calendar/appointment.ts'
import type { Professional, Service } from '../catalogue.ts'
import type { Payload } from '../fetch.ts'

/** The form as it is typed: ids and numbers as text. */
export interface Values {
  client_name: string
  country: string
  phone: string
  client_email: string
  client_id: string
  professional_id: string
  service_id: string
  appointment_date: string
  appointment_time: string
  notes: string
}

/** What the form begins with, when it is opened from a time or a professional. */
export interface Preset {
  date?: string
  time?: string
  professional_id?: number
}

export function emptyValues(businessPhone: string, preset: Preset): Values {
  return {
    ...{
      client_name: '',
      country: countryOfPhone(businessPhone),
      phone: '',
      client_email: '',
      client_id: '',
    },
    professional_id: preset.professional_id ? String(preset.professional_id) : '',
    service_id: '',
    appointment_date: preset.date ?? '',
    ...{ appointment_time: '', notes: '' },
  }
}

export function valuesOf(one: Appointment, businessPhone: string): Values {
  const phone = parsePhone(one.client_phone)
  return {
    client_name: one.client_name,
    country: phone?.iso ?? countryOfPhone(businessPhone),
    phone: phone?.national ?? one.client_phone,
    client_email: one.client_email,
    client_id: one.client_id ?? '',
    professional_id: String(one.professional_id),
    service_id: String(one.service_id),
    appointment_date: one.appointment_date,
    appointment_time: one.appointment_time,
    notes: one.notes ?? '',
  }
}

const digits = (typed: string): string => typed.replace(/[\s()-]/g, '')

export function payloadFrom(values: Values): Payload {
  const { country, phone, professional_id, service_id, ...rest } = values
  return {
    ...rest,
    client_name: rest.client_name.trim(),
    client_email: rest.client_email.trim(),
    client_id: rest.client_id.trim(),
    client_phone: e164(country, digits(phone)),
    professional_id: Number(professional_id),
    service_id: Number(service_id),
  }
}

export const errorsIn = (values: Values): Record<string, string> => appointmentErrors(payloadFrom(values))

/** The services of the list that the professional does; all of them before one is chosen. */
export function servicesOf(
  services: readonly Service[],
  professional: Professional | undefined,
): readonly Service[] {
  return professional ? services.filter(({ id }) => doesService(professional.specialties, id)) : services
}

/** Free times, and the one that this very appointment holds as long as nothing else of it changed. */
export function timesFor(free: string[], values: Values, edited: Appointment | undefined): string[] {
  if (!edited) return free
  const isSame =
    values.appointment_date === edited.appointment_date &&
    values.professional_id === String(edited.professional_id) &&
    values.service_id === String(edited.service_id)
  if (!isSame || free.includes(edited.appointment_time)) return free
  return [...free, edited.appointment_time].sort((a, b) => minutesOf(a) - minutesOf(b))
}

export const durationOf = (service: Service | undefined): number =>
  service?.duration_minutes ?? DEFAULT_DURATION_MINUTES
