import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rangesOn } from './schedule.ts'
import { closedReason, holidayQuestion, specialHours, type Exceptions } from './special-days.ts'
import { openersOn, shutOn, type SpecialDay } from './special-hours.ts'
import { specialDayErrors } from './special-day-rules.ts'
import { DEFAULT_BUSINESS_WEEK } from './week.ts'

const day = (date: string, changes: Partial<SpecialDay> = {}): SpecialDay => ({
  date,
  professional_id: null,
  is_open: true,
  intervals: [],
  label: null,
  opens_business: false,
  is_yearly: false,
  ...changes,
})
const hours = (start_time: string, end_time: string) => ({ start_time, end_time })
const open = (special_days: SpecialDay[], changes: Partial<Exceptions> = {}): Exceptions => ({
  special_days,
  holiday_country: 'CO',
  holiday_policy: 'ask',
  ...changes,
})
/** The bookable ranges of a date, in hours. */
const on = (exceptions: Exceptions, date: string) =>
  rangesOn(
    {
      business_week: DEFAULT_BUSINESS_WEEK,
      professional_week: [],
      special_hours: specialHours(exceptions, [date, date]),
    },
    date,
  ).map((range) => range.map((minute) => minute / 60))

const NAVIDAD = '2026-12-25' // a Friday
const SUNDAY = '2026-12-27'

test('the professional’s day, the business’s day, a closed holiday, the week: in this order', () => {
  const week = [[9, 18]]
  const own = { professional_id: 7 }
  const special = day(NAVIDAD, { intervals: [hours('10:00', '12:00'), hours('14:00', '16:00')] })
  assert.deepEqual(on(open([]), NAVIDAD), week)
  assert.deepEqual(on(open([], { holiday_policy: 'open' }), NAVIDAD), week)
  assert.deepEqual(on(open([], { holiday_policy: 'closed' }), NAVIDAD), [])
  assert.deepEqual(on(open([], { holiday_policy: 'closed', holiday_country: null }), NAVIDAD), week)
  assert.deepEqual(on(open([day(NAVIDAD)], { holiday_policy: 'closed' }), NAVIDAD), week)
  assert.deepEqual(on(open([special], { holiday_policy: 'closed' }), NAVIDAD), [
    [10, 12],
    [14, 16],
  ])
  assert.deepEqual(on(open([day(NAVIDAD, { is_open: false })]), NAVIDAD), [])
  assert.deepEqual(on(open([special, day(NAVIDAD, { ...own, is_open: false })]), NAVIDAD), [])
  assert.deepEqual(
    on(open([special, day(NAVIDAD, { ...own, intervals: [hours('11:00', '15:00')] })]), NAVIDAD),
    [
      [11, 12],
      [14, 15],
    ],
  )
  assert.deepEqual(on(open([day(SUNDAY, { intervals: [hours('10:00', '13:00')] })]), SUNDAY), [[10, 13]])
})

test('a professional’s day opens no closed business, unless it is said', () => {
  const closed = day(NAVIDAD, { is_open: false })
  const works = { professional_id: 7, intervals: [hours('10:00', '13:00')] }
  assert.deepEqual(on(open([closed, day(NAVIDAD, works)]), NAVIDAD), [])
  assert.deepEqual(on(open([closed, day(NAVIDAD, { ...works, opens_business: true })]), NAVIDAD), [[10, 13]])
  assert.deepEqual(on(open([day(SUNDAY, { ...works, opens_business: true })]), SUNDAY), [[10, 13]])
})

test('a yearly day comes again, and gives way to the day itself', () => {
  const feast = day('2026-12-28', { is_open: false, is_yearly: true, label: 'Feria' })
  assert.deepEqual(on(open([feast]), '2027-12-28'), [])
  assert.deepEqual(on(open([feast]), '2025-12-28'), [])
  assert.deepEqual(on(open([{ ...feast, date: '2026-12-29' }]), '2025-12-29'), [[9, 18]])
  assert.deepEqual(on(open([feast, day('2027-12-28')]), '2027-12-28'), [[9, 18]])
})

test('a yearly day opens a closed business again, until something else is said of its professional', () => {
  const yearly = {
    professional_id: 7,
    intervals: [hours('10:00', '13:00')],
    opens_business: true,
    is_yearly: true,
  }
  const [works, closed] = [day(NAVIDAD, yearly), day('2028-12-25', { is_open: false })]
  const later = day('2027-12-25', { ...yearly, intervals: [], opens_business: false })
  const opened = (...days: SpecialDay[]) => [
    on(open([closed, ...days]), closed.date),
    [...openersOn([closed, ...days], closed.date)],
  ]
  assert.deepEqual(opened(works), [[[10, 13]], [7]])
  assert.deepEqual(opened({ ...works, is_yearly: false }), [[], []])
  assert.deepEqual(opened(works, day(closed.date, { professional_id: 7 })), [[], []])
  // Of several yearly ones the latest stands, in whatever order they come.
  assert.deepEqual(opened(works, later), [[], []])
  assert.deepEqual(opened(later, works), [[], []])
  const leap = day('2028-02-29', yearly)
  assert.deepEqual([...openersOn([leap], '2029-02-28'), ...openersOn([leap], '2029-03-01')], [])
  assert.deepEqual([...openersOn([leap], '2032-02-29')], [7])
})

test('a date is shut that was closed itself, for all or for one professional', () => {
  const own = { professional_id: 7 }
  const [closed, free] = [day(NAVIDAD, { is_open: false }), day(NAVIDAD, { ...own, is_open: false })]
  const works = { ...own, intervals: [hours('10:00', '13:00')], opens_business: true }
  assert.equal(shutOn([], NAVIDAD), undefined)
  assert.equal(shutOn([closed], NAVIDAD), 'business')
  assert.equal(shutOn([closed, free], NAVIDAD), 'professional')
  assert.equal(shutOn([closed, day(NAVIDAD, { ...works, opens_business: false })], NAVIDAD), 'business')
  assert.equal(shutOn([closed, day(NAVIDAD, works)], NAVIDAD), undefined)
  assert.equal(shutOn([closed, day('2025-12-25', { ...works, is_yearly: true })], NAVIDAD), undefined)
  assert.equal(shutOn([{ ...closed, date: '2025-12-25', is_yearly: true }], NAVIDAD), undefined)
})

test('why a date is closed', () => {
  const reason = (exceptions: Exceptions, date = NAVIDAD) => closedReason(exceptions, date)
  assert.equal(reason(open([])), undefined)
  assert.equal(reason(open([], { holiday_policy: 'closed' })), 'Cerrado por festivo: Navidad')
  assert.equal(reason(open([day(NAVIDAD)], { holiday_policy: 'closed' })), undefined)
  assert.equal(reason(open([day(NAVIDAD, { is_open: false })])), 'Cerrado por festivo: Navidad')
  assert.equal(reason(open([day(SUNDAY, { is_open: false })]), SUNDAY), 'Cerrado')
  assert.equal(
    reason(open([day(SUNDAY, { is_open: false, label: 'Feria del pueblo' })]), SUNDAY),
    'Cerrado: Feria del pueblo',
  )
  assert.equal(reason(open([day(NAVIDAD, { is_open: false, label: 'Inventario' })])), 'Cerrado: Inventario')
  assert.equal(
    reason(open([day(NAVIDAD, { is_open: false, label: 'Navidad' })])),
    'Cerrado por festivo: Navidad',
  )
  assert.equal(
    holidayQuestion({ date: '2026-11-16', name: 'Independencia de Cartagena' }),
    'El lunes 16 de noviembre es festivo (Independencia de Cartagena). ¿Abres?',
  )
})

test('what is wrong with a special day, by its field', () => {
  const errors = (input: object) => Object.keys(specialDayErrors({ is_open: true, ...input }))
  assert.deepEqual(errors({}), [])
  assert.deepEqual(errors({ intervals: [hours('09:00', '10:00'), hours('10:00', '11:00')] }), [])
  assert.deepEqual(errors({ is_open: 'yes' }), ['is_open'])
  assert.deepEqual(errors({ is_open: false, intervals: [hours('09:00', '10:00')] }), ['intervals'])
  for (const intervals of [
    'x',
    [null],
    [{}],
    [hours('9', '10')],
    [hours('10:00', '10:00')],
    [hours('10:00', '11:00'), hours('10:30', '12:00')],
    Array.from({ length: 5 }, (_, i) => hours(`1${i}:00`, `1${i}:30`)),
  ])
    assert.deepEqual(errors({ intervals }), ['intervals'], JSON.stringify(intervals))
  assert.deepEqual(errors({ label: 'x'.repeat(61) }), ['label'])
  assert.deepEqual(errors({ opens_business: true }), ['opens_business'])
})
