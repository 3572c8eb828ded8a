import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gapsOf, gapText } from './day-gaps.ts'
import { hoursOn } from './schedule.ts'
import type { BusinessDay, ProfessionalDay } from './week.ts'

const NO_LUNCH = { lunch_start_time: null, lunch_end_time: null }
const LUNCH = { lunch_start_time: '12:00', lunch_end_time: '13:00' }
const monday = (more: Partial<BusinessDay> = {}): BusinessDay[] => [
  { day_of_week: 1, is_open: true, open_time: '09:00', close_time: '18:00', ...NO_LUNCH, ...more },
]
const own = (more: Partial<ProfessionalDay> = {}): ProfessionalDay[] => [
  { day_of_week: 1, is_available: true, start_time: '10:00', end_time: '16:00', ...NO_LUNCH, ...more },
]
/** From 8 to 19 o'clock, as '08-09 Cerrado'. */
const gaps = (business_week: BusinessDay[], professional_week: ProfessionalDay[] = []) =>
  gapsOf(hoursOn({ business_week, professional_week }, '2026-11-23'), [8 * 60, 19 * 60]).map(
    (gap) => `${gap.from / 60}-${gap.to / 60} ${gapText(gap)}`,
  )

test('what cannot be booked of a day, and why', () => {
  assert.deepEqual(gaps(monday()), ['8-9 Cerrado', '18-19 Cerrado'])
  assert.deepEqual(gaps(monday(LUNCH)), ['8-9 Cerrado', '12-13 Almuerzo', '18-19 Cerrado'])
  assert.deepEqual(gaps(monday(), own(LUNCH)), [
    '8-9 Cerrado',
    '9-10 No disponible',
    '12-13 Almuerzo',
    '16-18 No disponible',
    '18-19 Cerrado',
  ])
  // Two breaks that touch become one gap.
  assert.deepEqual(
    gaps(monday(LUNCH), own({ lunch_start_time: '13:00', lunch_end_time: '14:00', start_time: '09:00' })),
    ['8-9 Cerrado', '12-14 Almuerzo', '16-18 No disponible', '18-19 Cerrado'],
  )
})

test('whole days', () => {
  assert.deepEqual(gaps(monday({ is_open: false })), ['8-19 Cerrado'])
  assert.deepEqual(gaps([], own()), ['8-19 Cerrado'])
  assert.deepEqual(gaps(monday(), own({ is_available: false })), [
    '8-9 Cerrado',
    '9-18 No disponible',
    '18-19 Cerrado',
  ])
  // The professional's own week lacks the day.
  assert.deepEqual(gaps(monday(), own({ day_of_week: 2 })), [
    '8-9 Cerrado',
    '9-18 No disponible',
    '18-19 Cerrado',
  ])
  assert.deepEqual(gaps(monday({ open_time: '00:00', close_time: '23:45' })), [])
})

test('a break is not called lunch, and beside lunch it is one of its own', () => {
  const breaks = [
    { start_time: '11:00', end_time: '12:00' },
    { start_time: '16:00', end_time: '16:30' },
  ]
  assert.deepEqual(gaps(monday({ ...LUNCH, breaks })), [
    '8-9 Cerrado',
    '11-12 Descanso',
    '12-13 Almuerzo',
    '16-16.5 Descanso',
    '18-19 Cerrado',
  ])
  assert.deepEqual(gaps(monday(), own({ breaks: [{ start_time: '10:00', end_time: '11:00' }] })), [
    '8-9 Cerrado',
    '9-10 No disponible',
    '10-11 Descanso',
    '16-18 No disponible',
    '18-19 Cerrado',
  ])
})
