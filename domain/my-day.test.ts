import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nowAndLater } from './my-day.ts'

const date = '2026-11-20'
const at = (appointment_time: string, duration_minutes: number, more: object = {}) => ({
  appointment_date: date,
  appointment_time,
  duration_minutes,
  status: 'scheduled',
  attendance_status: 'pending',
  ...more,
})
const DAY = {
  laura: at('09:00:00', 60, { status: 'completed', attendance_status: 'attended' }),
  missed: at('09:15', 30),
  sofia: at('10:00', 180, { arrived_at: '2026-11-20T14:55:00Z' }),
  pilar: at('11:00', 30, { client_confirmed_at: '2026-11-19T12:00:00Z' }),
  gone: at('11:30', 30, { status: 'cancelled' }),
  held: at('12:00', 30, { status: 'held', hold_kind: 'offer' }),
  camila: at('15:30', 60),
  diego: at('14:30', 60),
  night: { ...at('23:30', 60), appointment_date: '2026-11-19' },
  yesterday: { ...at('22:30', 90), appointment_date: '2026-11-19' },
  tomorrow: { ...at('09:00', 60), appointment_date: '2026-11-21' },
}
const names = (list: object[]) =>
  list.map((one) => Object.entries(DAY).find(([, each]) => each === one)![0]).join(' ')

for (const [minute, now, later] of [
  ['00:00', 'night sofia', 'missed pilar diego camila'],
  ['00:30', 'sofia', 'missed pilar diego camila'],
  ['08:59', 'sofia', 'missed pilar diego camila'],
  ['09:15', 'missed sofia', 'pilar diego camila'],
  ['09:45', 'sofia', 'pilar diego camila'],
  ['10:59', 'sofia', 'pilar diego camila'],
  ['11:00', 'sofia pilar', 'diego camila'],
  ['11:29', 'sofia pilar', 'diego camila'],
  ['11:30', 'sofia', 'diego camila'],
  // She is here until somebody says how it ended.
  ['14:00', 'sofia', 'diego camila'],
  ['15:30', 'sofia camila', ''],
  ['23:00', 'sofia', ''],
] as const)
  test(`at ${minute}: now ${now || 'nobody'}, later ${later || 'nobody'}`, () => {
    const [hours, minutes] = minute.split(':').map(Number) as [number, number]
    const said = nowAndLater(Object.values(DAY).toReversed(), { date, minute: hours * 60 + minutes })
    assert.deepEqual([names(said.now), names(said.later)], [now, later])
  })
