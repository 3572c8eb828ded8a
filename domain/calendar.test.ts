import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { CalendarEvent } from './calendar.ts'
import { googleCalendarUrl, icsFile, icsForAppointment, icsForBusiness } from './calendar.ts'

const start = Date.parse('2026-11-20T20:30Z') / 60_000
const stampMs = Date.parse('2026-11-18T12:00:05.123Z')
const event: CalendarEvent = { uid: 'cita-7@enpunto.co', start, summary: 'Corte', stampMs }

/** The file's lines, unfolded. */
const lines = (file: string): string[] => file.replaceAll('\r\n ', '').split('\r\n')
const value = (file: string, name: string): string | undefined =>
  lines(file).find((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`))

test('the whole file', () => {
  assert.equal(
    icsFile(event),
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//enpunto//citas//ES',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:cita-7@enpunto.co',
      'SEQUENCE:0',
      'DTSTAMP:20261118T120005Z',
      'DTSTART:20261120T203000Z',
      'DTEND:20261120T213000Z',
      'SUMMARY:Corte',
      'STATUS:CONFIRMED',
      'TRANSP:OPAQUE',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )
})

test('durations: the appointment’s, 60 when missing', () => {
  const end = (duration_minutes?: number | null) =>
    value(icsFile({ ...event, duration_minutes: duration_minutes ?? null }), 'DTEND')
  assert.equal(end(45), 'DTEND:20261120T211500Z')
  for (const none of [null, undefined, 0]) assert.equal(end(none), 'DTEND:20261120T213000Z')
})

test('methods, people and addresses', () => {
  const file = icsFile({
    ...event,
    method: 'CANCEL',
    sequence: 3,
    url: 'https://enpunto.co/client?token=abc',
    location: 'Cra. 7, Bogotá',
    organizer: { name: 'Salón "Ñ"; Co', email: 'salon@x.co' },
    attendee: { email: 'ana@x.co' },
  })
  assert.equal(value(file, 'METHOD'), 'METHOD:CANCEL')
  assert.equal(value(file, 'STATUS'), 'STATUS:CANCELLED')
  assert.equal(value(file, 'SEQUENCE'), 'SEQUENCE:3')
  assert.equal(value(file, 'LOCATION'), 'LOCATION:Cra. 7\\, Bogotá')
  assert.equal(value(file, 'URL'), 'URL:https://enpunto.co/client?token=abc')
  assert.equal(value(file, 'ORGANIZER'), 'ORGANIZER;CN="Salón Ñ; Co":mailto:salon@x.co')
  assert.equal(value(file, 'ATTENDEE'), 'ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED:mailto:ana@x.co')
})

test('text is escaped', () => {
  const summary = 'a,b;c\\d\ne\r\nf\u0007g'
  assert.equal(value(icsFile({ ...event, summary }), 'SUMMARY'), 'SUMMARY:a\\,b\\;c\\\\d\\ne\\nfg')
})

test('any text: short lines, whole characters, and it can be read back', () => {
  const text = fc
    .string({ unit: 'grapheme', maxLength: 300 })
    .filter((s) => s.isWellFormed() && !/\p{Cc}/u.test(s))
  const unescape = (s: string) => s.replace(/\\([\\;,])/g, '$1')
  fc.assert(
    fc.property(text, (description) => {
      const file = icsFile({ ...event, description })
      for (const line of file.split('\r\n')) {
        assert.ok(Buffer.byteLength(line) <= 75, line)
        assert.equal(line.isWellFormed(), true)
      }
      const read = value(file, 'DESCRIPTION')?.slice('DESCRIPTION:'.length) ?? ''
      assert.equal(unescape(read), description)
    }),
    { numRuns: 500 },
  )
})

const appointment = {
  id: 7,
  service_name: 'Corte',
  professional_name: 'Valentina',
  business_name: 'Salón Bugambilia',
  business_address: 'Cra. 7 # 45-10',
  start,
  duration_minutes: 45,
}

test('an appointment’s file', () => {
  const file = icsForAppointment(appointment, { host: 'enpunto.co', stampMs })
  assert.equal(value(file, 'UID'), 'UID:cita-7@enpunto.co')
  assert.equal(value(file, 'SUMMARY'), 'SUMMARY:Corte - Salón Bugambilia')
  assert.equal(value(file, 'LOCATION'), 'LOCATION:Cra. 7 # 45-10')
  assert.equal(value(file, 'DTEND'), 'DTEND:20261120T211500Z')
  assert.match(value(file, 'DESCRIPTION')!, /Corte\\nProfesional: Valentina\\nNegocio: Salón Bugambilia$/)
})

test('the phone rings before the appointment, but not for a cancelled one; the link to move it can be read', () => {
  const url = 'https://enpunto.co/client?token=1.c7.abc'
  const file = icsForAppointment(appointment, { host: 'enpunto.co', stampMs, url })
  const alarm = lines(file)
  assert.deepEqual(alarm.slice(alarm.indexOf('BEGIN:VALARM'), alarm.indexOf('END:VALARM') + 2), [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT60M',
    'DESCRIPTION:Corte - Salón Bugambilia',
    'END:VALARM',
    'END:VEVENT',
  ])
  assert.equal(value(file, 'URL'), `URL:${url}`)
  assert.match(
    value(file, 'DESCRIPTION')!,
    /\\nMover o cancelar: https:\/\/enpunto\.co\/client\?token=1\.c7\.abc$/,
  )
  const gone = icsForAppointment(appointment, { host: 'enpunto.co', stampMs, url, method: 'CANCEL' })
  assert.doesNotMatch(gone, /VALARM/)
})

test('in the business’s calendar: who comes, by the first name alone, and what takes the place of an earlier version', () => {
  const of = { ...appointment, client_name: 'Dra. Camila Rojas' }
  const file = icsForBusiness(of, { host: 'enpunto.co', stampMs, sequence: 3 })
  assert.equal(value(file, 'UID'), 'UID:cita-7@enpunto.co')
  assert.equal(value(file, 'SEQUENCE'), 'SEQUENCE:3')
  assert.equal(value(file, 'SUMMARY'), 'SUMMARY:Corte · Camila')
  assert.equal(value(file, 'DESCRIPTION'), 'DESCRIPTION:Servicio: Corte\\nProfesional: Valentina')
  assert.doesNotMatch(file, /Rojas/)
  const gone = icsForBusiness(of, { host: 'enpunto.co', stampMs, sequence: 4, method: 'CANCEL' })
  assert.equal(value(gone, 'STATUS'), 'STATUS:CANCELLED')
})

test('an address of any letters is a link that calendars can read', () => {
  const organizer = { email: 'ñandú+citas@bücher.de' }
  assert.equal(
    value(icsFile({ ...event, organizer }), 'ORGANIZER'),
    'ORGANIZER:mailto:%C3%B1and%C3%BA%2Bcitas@b%C3%BCcher.de',
  )
})

test('Google’s calendar is offered the same entry', () => {
  const { host, searchParams } = new URL(
    googleCalendarUrl(appointment, 'https://enpunto.co/client?token=x&y'),
  )
  assert.equal(host, 'calendar.google.com')
  assert.equal(searchParams.get('text'), 'Corte - Salón Bugambilia')
  assert.equal(searchParams.get('dates'), '20261120T203000Z/20261120T211500Z')
  assert.equal(searchParams.get('location'), 'Cra. 7 # 45-10')
  assert.match(searchParams.get('details')!, /Mover o cancelar: https:\/\/enpunto\.co\/client\?token=x&y$/)
})
