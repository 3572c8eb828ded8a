import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RULES, type Rule } from './availability.ts'
import { spanText } from './numbers.ts'
import { ALREADY_PAST, outsideHorizon, refusalErrors } from './refusals.ts'

const OUTSIDE_HOURS = { appointment_time: 'Esa hora no está entre los horarios de atención' }
const said: Record<Rule, Record<string, string> | undefined> = {
  inactive: { professional_id: 'Este profesional no está disponible' },
  service: { service_id: 'Este servicio no está disponible' },
  specialty: { service_id: 'Este profesional no realiza ese servicio' },
  horizon: { appointment_date: outsideHorizon() },
  skipped: OUTSIDE_HOURS,
  past: { appointment_time: ALREADY_PAST },
  notice: { appointment_time: 'La nueva hora debe ser al menos 60 minutos después de ahora' },
  closed: OUTSIDE_HOURS,
  break: OUTSIDE_HOURS,
  professional: OUTSIDE_HOURS,
  grid: OUTSIDE_HOURS,
  fit: OUTSIDE_HOURS,
  absence: undefined,
  busy: undefined,
  buffers: { appointment_time: 'A esa hora no caben la preparación y la limpieza dentro del horario' },
  limit: undefined,
}

test('what is said of each rule, and nothing of a time that is only taken', () => {
  for (const rule of RULES)
    assert.deepEqual(refusalErrors(rule, { noticeMinutes: 60, isOfMove: true }), said[rule], rule)
})

test('the horizon is said in days', () => {
  assert.equal(outsideHorizon(), 'Solo se puede reservar desde hoy y hasta 30 días adelante')
  assert.deepEqual(refusalErrors('horizon', { horizonDays: 60 }), {
    appointment_date: 'Solo se puede reservar desde hoy y hasta 60 días adelante',
  })
})

test('the notice of a service is said in the largest unit that is exact', () => {
  assert.deepEqual(refusalErrors('notice', { noticeMinutes: 120 }), {
    appointment_time: 'Este servicio se reserva con al menos 2 horas de anticipación',
  })
  const texts = [1, 30, 60, 90, 120, 1440, 2880, 1500].map(spanText)
  const said = '1 minuto, 30 minutos, 1 hora, 90 minutos, 2 horas, 1 día, 2 días, 25 horas'
  assert.deepEqual(texts, said.split(', '))
})
