import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pushBody, pushTitle, type PushKind } from './push.ts'

const cases: [PushKind, date: string, time: string, said: string][] = [
  ['booked', '2026-11-20', '15:00', 'Nueva cita: hoy 3:00 pm'],
  ['booked', '2026-11-21', '09:05', 'Nueva cita: mañana 9:05 am'],
  ['moved', '2026-11-27', '12:00', 'Cita movida: vie 27 nov 12:00 pm'],
  ['gone', '2026-11-20', '15:00', 'Cita que ya no es tuya: hoy 3:00 pm'],
  ['cancelled', '2027-01-02', '00:30', 'Cita cancelada: sáb 2 ene 12:30 am'],
  ['confirmed', '2026-11-19', '08:00', 'Confirmó: jue 19 nov 8:00 am'],
]

test('a push says what and when, and nobody’s name', () => {
  for (const [kind, appointment_date, appointment_time, said] of cases)
    assert.equal(pushTitle({ kind, appointment_date, appointment_time, today: '2026-11-20' }), said)
})

test('names stand beside it, for who wants them', () => {
  assert.equal(
    pushBody({ client_name: 'Ana Gómez', service_name: 'Corte', professional_name: 'Luis' }),
    'Ana Gómez · Corte con Luis',
  )
})
