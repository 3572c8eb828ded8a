/** The business's zone, named where it tells a client a time. */
import { timeElsewhere } from './elsewhere.ts'
import { parsePhone } from './phone.ts'
import { zoneCity } from './timezones.ts'

/** Whoever reads of an appointment, and the business that writes it. */
export interface ZoneReader {
  appointment_date: string
  appointment_time: string
  client_phone: string
  /** Of the phone that booked, when it is known. */
  client_timezone?: string | null
  timezone: string
  phone: string
  is_virtual: boolean
}

/**
 * 'hora de Madrid', for a client whose phone shows another time; in English 'Madrid time'. A virtual business, which has no
 * place, always names its zone.
 */
export function zoneName(reader: ZoneReader, language?: string | null): string | undefined {
  if (!reader.is_virtual && !isElsewhere(reader)) return undefined
  const city = zoneCity(reader.timezone)
  return language?.startsWith('en') ? `${city} time` : `hora de ${city}`
}

/** Whether the client's phone shows another time. Where its zone is unknown the country of its number decides. */
export function isElsewhere(reader: ZoneReader): boolean {
  const { appointment_date: date, appointment_time: time, timezone, client_timezone } = reader
  if (client_timezone) return timeElsewhere(timezone, client_timezone, { date, time }) !== undefined
  const [here, theirs] = [reader.phone, reader.client_phone].map((phone) => parsePhone(phone)?.iso)
  return theirs !== undefined && theirs !== here
}

/** '8:00 pm', with the zone that has to be named beside it: '8:00 pm (hora de Bogotá)'. */
export const inZone = (time: string, zone: string | undefined): string => (zone ? `${time} (${zone})` : time)
