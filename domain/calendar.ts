/** Calendar files (RFC 5545), for download in the browser and for e-mails. */
import { mailtoOf } from './mailto.ts'
import { firstName } from './people-names.ts'
import { DEFAULT_DURATION_MINUTES } from './slots.ts'

export type CalendarPerson = { name?: string; email: string }

export type CalendarEvent = {
  /** The same for every version of one appointment. */
  uid: string
  /** Grows with every change, so that calendar programs replace the older version. */
  sequence?: number
  /** Epoch minutes. */
  start: number
  /** Minutes; 60 when missing. */
  duration_minutes?: number | null
  summary: string
  description?: string
  location?: string | null
  organizer?: CalendarPerson
  attendee?: CalendarPerson
  /** Where the appointment is moved or cancelled. */
  url?: string
  /** Minutes before the start at which the phone rings; an entry that is cancelled does not. */
  alarmMinutes?: number
  /** PUBLISH for a download, REQUEST for a new or moved appointment sent by mail, CANCEL to remove it. */
  method?: 'PUBLISH' | 'REQUEST' | 'CANCEL'
  /** When this file is made, in epoch milliseconds. */
  stampMs: number
}

/** The text of a .ics file with one event, in UTC. */
export function icsFile(event: CalendarEvent): string {
  const { start, method = 'PUBLISH', organizer, attendee } = event
  const end = start + (event.duration_minutes || DEFAULT_DURATION_MINUTES)
  const alarmMinutes = method === 'CANCEL' ? undefined : event.alarmMinutes
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//enpunto//citas//ES',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${escape(event.uid)}`,
    `SEQUENCE:${event.sequence ?? 0}`,
    `DTSTAMP:${utc(event.stampMs)}`,
    `DTSTART:${utc(start * 60_000)}`,
    `DTEND:${utc(end * 60_000)}`,
    `SUMMARY:${escape(event.summary)}`,
    event.description && `DESCRIPTION:${escape(event.description)}`,
    event.location && `LOCATION:${escape(event.location)}`,
    event.url && `URL:${event.url.replace(/\s/g, '')}`,
    organizer && `ORGANIZER${person(organizer)}`,
    attendee && `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED${person(attendee)}`,
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:OPAQUE',
    ...(alarmMinutes === undefined
      ? []
      : [
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          `TRIGGER:-PT${alarmMinutes}M`,
          `DESCRIPTION:${escape(event.summary)}`,
          'END:VALARM',
        ]),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.flatMap((line) => (line ? [fold(line) + '\r\n'] : [])).join('')
}

export type CalendarAppointment = {
  id: number
  service_name: string
  professional_name: string
  business_name: string
  business_address?: string | null
  /** Epoch minutes: `epochMinutes` on the server, `instantIn` in the browser. */
  start: number
  duration_minutes?: number | null
}

type Options = Pick<CalendarEvent, 'stampMs' | 'method' | 'sequence' | 'organizer' | 'attendee' | 'url'> & {
  /** The installation's host name, so that ids of two installations never collide. */
  host: string
}

/** Enough to be on the way in time. */
const ALARM_MINUTES = 60

/** The .ics file of an appointment, from the client's point of view; `url` leads to where it is moved or cancelled. */
export function icsForAppointment(appointment: CalendarAppointment, { host, ...rest }: Options): string {
  // What is cancelled cannot be moved: its link leads elsewhere.
  const link = rest.method === 'CANCEL' ? undefined : rest.url
  return icsFile({
    ...rest,
    uid: `cita-${appointment.id}@${host}`,
    start: appointment.start,
    duration_minutes: appointment.duration_minutes ?? null,
    alarmMinutes: ALARM_MINUTES,
    summary: calendarTitle(appointment),
    description: calendarText(appointment, link),
    location: appointment.business_address ?? null,
  })
}

/** The same for the business's own calendar: it says who comes, by the first name alone, since calendars are shared. */
export function icsForBusiness(
  { client_name, ...appointment }: CalendarAppointment & { client_name: string },
  options: Pick<Options, 'stampMs' | 'method' | 'sequence' | 'host'>,
): string {
  const { id, start, service_name, professional_name } = appointment
  return icsFile({
    ...options,
    uid: `cita-${id}@${options.host}`,
    start,
    duration_minutes: appointment.duration_minutes ?? null,
    alarmMinutes: ALARM_MINUTES,
    summary: `${service_name} · ${firstName(client_name)}`,
    description: `Servicio: ${service_name}\nProfesional: ${professional_name}`,
    location: appointment.business_address ?? null,
  })
}

type Named = Pick<CalendarAppointment, 'service_name' | 'professional_name' | 'business_name'>

const calendarTitle = ({ service_name, business_name }: Named): string => `${service_name} - ${business_name}`

/** Most calendars show the text only: the link stands in it too. */
const calendarText = ({ service_name, professional_name, business_name }: Named, url?: string): string =>
  `Servicio: ${service_name}\nProfesional: ${professional_name}\nNegocio: ${business_name}${url ? `\nMover o cancelar: ${url}` : ''}`

/** The page of Google Calendar that offers to keep the appointment. */
export function googleCalendarUrl(appointment: CalendarAppointment, url?: string): string {
  const { start, duration_minutes, business_address } = appointment
  const end = start + (duration_minutes || DEFAULT_DURATION_MINUTES)
  const fields = new URLSearchParams({
    action: 'TEMPLATE',
    text: calendarTitle(appointment),
    dates: `${utc(start * 60_000)}/${utc(end * 60_000)}`,
    details: calendarText(appointment, url),
    ...(business_address && { location: business_address }),
  })
  return `https://calendar.google.com/calendar/render?${fields}`
}

/** An instant as calendars write it: 20261120T203000Z */
export const utc = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '')

export const escape = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    // Other control characters cannot be escaped and are not allowed.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

const person = ({ name, email }: CalendarPerson): string => {
  const quoted = name?.replace(/["\u0000-\u001f\u007f]/g, '')
  return `${quoted ? `;CN="${quoted}"` : ''}:${mailtoOf(email.replace(/\s/g, ''))}`
}

const encoder = new TextEncoder()

/** Folds a line at 75 octets without splitting a character; continuation lines begin with a space. */
export function fold(line: string): string {
  // Nearly every line fits, and an agenda has tens of thousands: they are not walked through.
  if (line.length <= 25 || encoder.encode(line).length <= 75) return line
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = utf8Size(character.codePointAt(0)!)
    if (octets + size > 75) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}

const utf8Size = (code: number): number => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4)
