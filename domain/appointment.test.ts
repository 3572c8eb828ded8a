import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as appointment from './appointment.ts'
import type { StatusFields } from './appointment.ts'

const TODAY = '2026-11-20'
const YESTERDAY = '2026-11-19'
const TOMORROW = '2026-11-21'
const moved = { status: 'scheduled', rescheduled_from: '2026-11-18T20:00Z' }

test('labels and tones', () => {
  const cases: [StatusFields, string, string][] = [
    [{ status: 'scheduled' }, 'Programada', 'programada'],
    [
      { status: 'scheduled', attendance_status: 'pending', rescheduled_from: null },
      'Programada',
      'programada',
    ],
    [moved, 'Reprogramada', 'reprogramada'],
    [{ status: 'rescheduled' }, 'Reprogramada', 'reprogramada'],
    [{ status: 'completed', attendance_status: 'attended' }, 'Asistió', 'completada'],
    [{ status: 'completed', attendance_status: 'no_show' }, 'No asistió', 'noasistio'],
    [{ status: 'completed' }, 'Completada', 'completada'],
    [{ ...moved, status: 'cancelled' }, 'Cancelada', 'cancelada'],
    [{ status: 'strange' }, 'Programada', 'programada'],
    [{ status: null }, 'Programada', 'programada'],
    [{}, 'Programada', 'programada'],
  ]
  for (const [fields, label, tone] of cases) {
    assert.equal(appointment.statusLabel(fields), label)
    assert.equal(appointment.statusTone(fields), tone)
  }
  const past = { status: 'scheduled', appointment_date: `${YESTERDAY}T00:00:00Z` }
  assert.equal(appointment.statusTone(past, TODAY), 'porconfirmar')
  assert.equal(appointment.statusTone(past), 'programada')
  assert.equal(appointment.statusTone({ ...past, appointment_date: TODAY }, TODAY), 'programada')
})

test('unconfirmed: scheduled, before today, attendance pending or empty', () => {
  const is = (fields: StatusFields, appointment_date: string) =>
    appointment.isUnconfirmed({ ...fields, appointment_date }, TODAY)
  assert.equal(is({ status: 'scheduled', attendance_status: 'pending' }, YESTERDAY), true)
  assert.equal(is({ status: 'scheduled', attendance_status: '' }, YESTERDAY), true)
  assert.equal(is(moved, YESTERDAY), true)
  assert.equal(is({ status: 'scheduled' }, TODAY), false)
  assert.equal(is({ status: 'completed', attendance_status: 'attended' }, YESTERDAY), false)
  assert.equal(is({ status: 'cancelled' }, YESTERDAY), false)
})

test('who may do what: every status, before, on and after the day', () => {
  const { canCancel, canEdit, canReschedule, canMarkAttended, canMarkNoShow } = appointment
  const may = (status: string, attendance_status: string, appointment_date: string) => {
    const a = { status, attendance_status, appointment_date }
    const refusals = {
      cancel: canCancel(a, TODAY),
      move: canReschedule(a, TODAY),
      edit: canEdit(a),
      attended: canMarkAttended(a),
      noShow: canMarkNoShow(a, TODAY),
      clientCancel: canCancel(a, TODAY, 'client'),
      clientMove: canReschedule(a, TODAY, 'client'),
    }
    return Object.entries(refusals)
      .flatMap(([act, reason]) => (reason === undefined ? [act] : []))
      .join(' ')
  }
  const owner = 'cancel move edit attended'
  assert.equal(may('scheduled', 'pending', YESTERDAY), `${owner} noShow`)
  assert.equal(may('scheduled', 'pending', TODAY), `${owner} noShow clientCancel clientMove`)
  assert.equal(may('scheduled', 'pending', TOMORROW), `${owner} clientCancel clientMove`)
  for (const date of [YESTERDAY, TODAY, TOMORROW]) {
    assert.equal(may('cancelled', 'pending', date), '')
    assert.equal(may('completed', 'attended', date), '')
    assert.equal(may('completed', 'no_show', date), '')
    assert.equal(may('scheduled', 'attended', date), '')
  }
})

test('that a client comes counts until it is known who came', () => {
  const said = { status: 'scheduled', client_confirmed_at: '2026-11-19T10:00:00Z' }
  assert.equal(appointment.saidToCome(said), true)
  assert.equal(appointment.saidToCome({ ...said, rescheduled_from: '2026-11-18T10:00:00Z' }), true)
  for (const other of [
    { client_confirmed_at: null },
    { status: 'cancelled' },
    { status: 'completed', attendance_status: 'attended' },
    { status: 'completed', attendance_status: 'no_show' },
  ])
    assert.equal(appointment.saidToCome({ ...said, ...other }), false)
})

test('reasons are sentences', () => {
  const a = { status: 'cancelled', appointment_date: TOMORROW }
  assert.equal(appointment.canCancel(a, TODAY), 'La cita ya está cancelada')
  assert.equal(appointment.canEdit(a), 'Solo se puede editar una cita programada')
  assert.equal(appointment.canMarkAttended(a), 'La cita está cancelada')
  assert.equal(appointment.canMarkNoShow(a, TODAY), 'La cita está cancelada')
  assert.equal(
    appointment.canMarkNoShow({ ...a, status: 'scheduled' }, TODAY),
    'Solo puedes registrar la inasistencia desde el día de la cita, sábado 21 de noviembre',
  )
})
