import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as appointment from './appointment.ts'
import type { StatusFields } from './appointment.ts'

const TODAY = '2026-11-20'
const YESTERDAY = '2026-11-19'
const TOMORROW = '2026-11-21'
const NOW = { date: TODAY, minute: 12 * 60 }
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
    [{ status: 'held', hold_kind: 'payment' }, 'Pendiente de pago', 'porconfirmar'],
    [{ status: 'held', hold_kind: 'approval' }, 'Pendiente de aprobación', 'porconfirmar'],
    [{ status: 'held', hold_kind: 'offer' }, 'Pendiente de respuesta', 'porconfirmar'],
    [{ status: 'held' }, 'Pendiente', 'porconfirmar'],
    [{ status: 'cancelled', hold_kind: 'payment' }, 'Cancelada', 'cancelada'],
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
  assert.equal(is({ status: 'held' }, YESTERDAY), false)
})

test('who may do what: every status, before, on and after the day', () => {
  const {
    canCancel,
    canCorrect,
    canEdit,
    canReschedule,
    canMarkArrived,
    canMarkAttendance,
    canMarkConfirmed,
  } = appointment
  const may = (status: string, attendance_status: string, appointment_date: string) => {
    const a = { status, attendance_status, appointment_date, appointment_time: '10:00:00' }
    const refusals = {
      cancel: canCancel(a, TODAY),
      move: canReschedule(a, TODAY),
      edit: canEdit(a),
      attendance: canMarkAttendance(a, NOW),
      correct: canCorrect(a) ? undefined : 'nothing is noted',
      confirmed: canMarkConfirmed(a, NOW),
      arrived: canMarkArrived(a, TODAY),
      clientCancel: canCancel(a, TODAY, 'client'),
      clientMove: canReschedule(a, TODAY, 'client'),
    }
    return Object.entries(refusals)
      .flatMap(([act, reason]) => (reason === undefined ? [act] : []))
      .join(' ')
  }
  const owner = 'cancel move edit'
  const client = 'clientCancel clientMove'
  assert.equal(may('scheduled', 'pending', YESTERDAY), `${owner} attendance arrived`)
  assert.equal(may('scheduled', 'pending', TODAY), `${owner} attendance arrived ${client}`)
  assert.equal(may('scheduled', 'pending', TOMORROW), `${owner} confirmed ${client}`)
  for (const date of [YESTERDAY, TODAY, TOMORROW]) {
    const noted = date === TOMORROW ? 'correct' : 'attendance correct'
    assert.equal(may('held', 'pending', date), '')
    assert.equal(may('cancelled', 'pending', date), '')
    assert.equal(may('completed', 'attended', date), noted)
    assert.equal(may('completed', 'no_show', date), noted)
    assert.equal(may('scheduled', 'attended', date), noted)
  }
})

test('a visit begins at its minute, and says from when', () => {
  const a = { status: 'scheduled', appointment_date: TODAY, appointment_time: '15:30:00' }
  const { canMarkAttendance, canMarkConfirmed, hasStarted } = appointment
  for (const [minute, has] of [
    [15 * 60 + 29, false],
    [15 * 60 + 30, true],
  ] as const) {
    const now = { date: TODAY, minute }
    assert.equal(hasStarted(a, now), has)
    assert.equal(canMarkAttendance(a, now) === undefined, has)
    assert.equal(canMarkConfirmed(a, now) === undefined, !has)
  }
  assert.equal(
    canMarkAttendance(a, { date: TODAY, minute: 0 }),
    'La asistencia se marca desde que empieza la cita: el viernes 20 de noviembre a las 3:30 pm',
  )
})

test('that a client comes counts until it is known who came', () => {
  const said = { status: 'scheduled', client_confirmed_at: '2026-11-19T10:00:00Z' }
  assert.equal(appointment.isConfirmedByClient(said), true)
  assert.equal(appointment.isConfirmedByClient({ ...said, rescheduled_from: '2026-11-18T10:00:00Z' }), true)
  for (const other of [
    { client_confirmed_at: null },
    { status: 'cancelled' },
    { status: 'completed', attendance_status: 'attended' },
    { status: 'completed', attendance_status: 'no_show' },
  ])
    assert.equal(appointment.isConfirmedByClient({ ...said, ...other }), false)
  assert.equal(appointment.stepOf(said), 'confirmed')
  assert.equal(appointment.stepOf({ ...said, arrived_at: '2026-11-20T14:56:00Z' }), 'arrived')
  assert.equal(appointment.stepOf({ ...said, attendance_status: 'attended' }), undefined)
})

test('reasons are sentences', () => {
  const a = { status: 'cancelled', appointment_date: TOMORROW }
  assert.equal(appointment.canCancel(a, TODAY), 'La cita ya está cancelada')
  assert.equal(appointment.canEdit(a), 'Solo se puede editar una cita programada')
  assert.equal(
    appointment.canMarkAttendance({ ...a, appointment_time: '10:00' }, NOW),
    'La cita está cancelada',
  )
  assert.equal(appointment.canMarkArrived(a, TODAY), 'La cita está cancelada')
  const ahead = { ...a, status: 'scheduled' }
  assert.equal(appointment.canMarkArrived(ahead, TODAY), 'La llegada se marca el día de la cita')
})
