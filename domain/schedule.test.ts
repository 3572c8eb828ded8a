import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  businessWeekErrors,
  parseBusinessWeek,
  parseProfessionalWeek,
  professionalWeekErrors,
} from './week-input.ts'
import {
  type BusinessDay,
  DEFAULT_BUSINESS_WEEK,
  DEFAULT_PROFESSIONAL_WEEK,
  type ProfessionalDay,
} from './week.ts'
import * as schedule from './schedule.ts'

const [MONDAY, TUESDAY] = ['2026-11-23', '2026-11-24'] as const

type Times = [from: string, to: string, lunchFrom?: string, lunchTo?: string]
const lunch = ([, , from, to]: Times) => ({ lunch_start_time: from ?? null, lunch_end_time: to ?? null })
const open = (day: number, ...t: Times): BusinessDay => ({
  day_of_week: day,
  is_open: true,
  open_time: t[0],
  close_time: t[1],
  ...lunch(t),
})
const works = (day: number, ...t: Times): ProfessionalDay => ({
  day_of_week: day,
  is_available: true,
  start_time: t[0],
  end_time: t[1],
  ...lunch(t),
})
const closed: BusinessDay = { ...open(1, '09:00', '18:00'), is_open: false }
const away: ProfessionalDay = { ...works(1, '09:00', '18:00'), is_available: false }

test('bookable ranges', () => {
  const cases: [BusinessDay | undefined, ProfessionalDay | null | undefined, [number, number][]][] = [
    [undefined, undefined, []],
    [undefined, works(1, '09:00', '18:00'), []],
    [closed, works(1, '09:00', '18:00'), []],
    [open(1, '09:00', '18:00'), away, []],
    [open(1, '09:00', '18:00'), null, [[540, 1080]]],
    [open(1, '09:00:00', '18:00:00'), undefined, [[540, 1080]]],
    [
      open(1, '09:00', '18:00', '12:00', '13:00'),
      undefined,
      [
        [540, 720],
        [780, 1080],
      ],
    ],
    [open(1, '09:00', '18:00'), works(1, '07:00', '23:00'), [[540, 1080]]],
    [open(1, '09:00', '18:00'), works(1, '18:00', '23:00'), []],
    [
      open(1, '09:00', '18:00', '12:00', '13:00'),
      works(1, '10:00', '17:00', '12:30', '14:00'),
      [
        [600, 720],
        [840, 1020],
      ],
    ],
    [
      open(1, '09:00', '18:00', '12:00', '13:00'),
      works(1, '08:00', '17:00', '15:00', '16:00'),
      [
        [540, 720],
        [780, 900],
        [960, 1020],
      ],
    ],
    // Lunch at the edge of the hours leaves no empty range behind.
    [open(1, '12:00', '18:00', '12:00', '13:00'), undefined, [[780, 1080]]],
    [{ ...closed, is_open: true, open_time: null }, undefined, []],
  ]
  for (const [business, professional, ranges] of cases) {
    const week = {
      business_week: business ? [business] : [],
      professional_week: professional ? [professional] : [],
    }
    assert.deepEqual(schedule.rangesOn(week, MONDAY), ranges)
  }
})

test('a weekday left out of a professional’s own schedule is not available', () => {
  const business_week = [open(1, '09:00', '12:00'), open(2, '09:00', '12:00')]
  const own = { business_week, professional_week: [works(1, '10:00', '12:00')] }
  assert.deepEqual(schedule.rangesOn({ business_week, professional_week: [] }, TUESDAY), [[540, 720]])
  assert.deepEqual(schedule.rangesOn(own, TUESDAY), [])
  assert.deepEqual(schedule.rangesOn(own, MONDAY), [[600, 720]])
})

test('a date has its own hours in place of its weekday’s, in part or as a whole', () => {
  const hours = {
    business_week: [open(1, '09:00', '18:00', '12:00', '13:00')],
    professional_week: [works(1, '10:00', '16:00')],
  }
  const on = (special: Partial<schedule.DayHours>) =>
    schedule.rangesOn({ ...hours, special_hours: { [MONDAY]: special } }, MONDAY)
  assert.deepEqual(on({}), [
    [600, 720],
    [780, 960],
  ])
  assert.deepEqual(on({ open: [] }), [])
  assert.deepEqual(
    on({
      open: [
        [480, 660],
        [720, 840],
      ],
    }),
    [
      [600, 660],
      [780, 840],
    ],
  )
  assert.deepEqual(on({ works: [[540, 600]] }), [[540, 600]])
  assert.deepEqual(on({ works: null, breaks: [] }), [[540, 1080]])
  assert.deepEqual(
    on({
      breaks: [
        [600, 630],
        [900, 960],
      ],
    }),
    [[630, 900]],
  )
  assert.deepEqual(
    schedule.rangesOn({ ...hours, special_hours: { [TUESDAY]: { open: [] } } }, MONDAY),
    on({}),
  )
})

test('default weeks', () => {
  const weeks = { business_week: DEFAULT_BUSINESS_WEEK, professional_week: [] }
  const [sunday, monday, saturday] = ['2026-11-22', MONDAY, '2026-11-28'].map((date) =>
    schedule.rangesOn(weeks, date),
  )
  assert.deepEqual([sunday, monday, saturday], [[], [[540, 1080]], [[540, 900]]])
  const own = DEFAULT_PROFESSIONAL_WEEK
  assert.deepEqual(
    own.map((day) => day.day_of_week),
    [0, 1, 2, 3, 4, 5, 6],
  )
  assert.equal(own[0]!.is_available, false)
  assert.deepEqual(own[1], works(1, '09:00', '18:00', '12:00', '13:00'))
  assert.deepEqual(own[6], works(6, '09:00', '15:00'))
  assert.equal(businessWeekErrors(DEFAULT_BUSINESS_WEEK), undefined)
  assert.equal(professionalWeekErrors(own), undefined)
})

test('weeks that are refused', () => {
  const day = open(1, '09:00', '18:00', '12:00', '13:00')
  const cases: [unknown, RegExp][] = [
    [null, /lista de días/],
    ['x', /lista de días/],
    [{ schedules: 5 }, /lista de días/],
    [[], /al menos un día/],
    [[null], /0 \(domingo\) a 6/],
    [[{ ...day, day_of_week: 7 }], /0 \(domingo\) a 6/],
    [[{ ...day, day_of_week: 1.5 }], /0 \(domingo\) a 6/],
    [[{ ...day, day_of_week: '1' }], /0 \(domingo\) a 6/],
    [[day, day], /^Lunes: el día está repetido/],
    [[{ ...day, is_open: 'yes' }], /is_open/],
    [[{ ...day, open_time: '9:00' }], /HH:MM/],
    [[{ ...day, close_time: 900 }], /HH:MM/],
    [[{ ...day, open_time: null }], /faltan la hora de apertura y la hora de cierre/],
    [[{ ...day, close_time: '09:00' }], /la hora de cierre debe ser posterior a la hora de apertura/],
    [[{ ...day, lunch_end_time: null }], /almuerzo necesita/],
    [[{ ...day, lunch_end_time: '12:00' }], /fin del almuerzo debe ser posterior/],
    [[{ ...day, lunch_start_time: '08:00' }], /dentro del horario/],
    [[{ ...day, lunch_end_time: '18:30' }], /dentro del horario/],
  ]
  for (const [input, expected] of cases) assert.match(businessWeekErrors(input) ?? '', expected)
  assert.match(
    professionalWeekErrors([works(3, '18:00', '09:00')]) ?? '',
    /^Miércoles: la hora de fin debe ser posterior a la hora de inicio/,
  )
})

test('weeks are put in order', () => {
  const input = {
    schedules: [
      { ...open(2, '09:00:00', '18:00:00'), is_open: 1, lunch_start_time: '', id: 9 },
      { day_of_week: 0, is_open: false },
    ],
  }
  const sunday = { ...closed, day_of_week: 0, open_time: null, close_time: null }
  const week = [sunday, open(2, '09:00', '18:00')]
  assert.deepEqual(parseBusinessWeek(input), { ok: true, week })
  assert.deepEqual(parseProfessionalWeek([]), { ok: true, week: [] })
  // The times of a closed day are kept, not judged.
  assert.equal(businessWeekErrors([{ ...closed, open_time: '00:00', close_time: '00:00' }]), undefined)
})

test('no input makes the checks throw', () => {
  fc.assert(fc.property(fc.anything(), (x) => void [parseBusinessWeek(x), parseProfessionalWeek([x])]))
})

test('open now?', () => {
  const week = [
    open(1, '09:00', '19:00'),
    open(5, '09:00', '18:00', '12:00', '13:00'),
    open(6, '10:00', '13:30'),
  ]
  // 2026-11-20 is a Friday.
  const cases: [string, number, boolean, string][] = [
    ['2026-11-20', 8 * 60, false, 'Cerrado · abre a las 9:00 am'],
    ['2026-11-20', 9 * 60, true, 'Abierto · cierra a las 12:00 pm'],
    ['2026-11-20', 12 * 60, false, 'Cerrado · abre a la 1:00 pm'],
    ['2026-11-20', 13 * 60, true, 'Abierto · cierra a las 6:00 pm'],
    ['2026-11-20', 18 * 60, false, 'Cerrado · abre mañana a las 10:00 am'],
    ['2026-11-21', 11 * 60, true, 'Abierto · cierra a la 1:30 pm'],
    ['2026-11-21', 14 * 60, false, 'Cerrado · abre el lunes a las 9:00 am'],
    ['2026-11-22', 12 * 60, false, 'Cerrado · abre mañana a las 9:00 am'],
    ['2026-11-23', 18 * 60, true, 'Abierto · cierra a las 7:00 pm'],
  ]
  for (const [date, minute, isOpen, text] of cases) {
    assert.deepEqual(schedule.openStatus(week, { date, minute }), { open: isOpen, text })
  }
  const mondays = schedule.openStatus([open(1, '09:00', '12:00')], { date: '2026-11-23', minute: 800 })
  assert.equal(mondays.text, 'Cerrado · abre el lunes a las 9:00 am')
  assert.deepEqual(schedule.openStatus([closed], { date: '2026-11-20', minute: 0 }), {
    open: false,
    text: 'Cerrado',
  })
})

test('a day that ends at midnight, and one without an end', () => {
  const hours = (week: BusinessDay[]) => ({ business_week: week, professional_week: [] })
  const good = parseBusinessWeek([open(1, '18:00', '24:00:00', '23:00', '24:00'), open(2, '00:00', '24:00')])
  assert.ok(good.ok)
  assert.deepEqual(good.week, [open(1, '18:00', '24:00', '23:00', '24:00'), open(2, '00:00', '24:00')])
  assert.equal(parseProfessionalWeek([works(1, '18:00', '24:00')]).ok, true)
  for (const week of [[open(1, '24:00', '24:00')], [open(1, '09:00', '24:01')], [open(1, '09:00', '25:00')]])
    assert.ok(businessWeekErrors(week))
  const week = [open(1, '18:00', '24:00'), open(2, '00:00', '24:00'), open(3, '00:00', '03:00')]
  assert.deepEqual(schedule.rangesOn(hours(week), MONDAY), [[1080, 1440]])
  assert.equal(schedule.hoursText(week, MONDAY), '6:00 pm – 12:00 am')
  assert.equal(schedule.hoursText(week, TUESDAY), '24 horas')
  const texts = schedule.hoursList(week).map(({ text }) => text)
  assert.deepEqual(texts.slice(0, 3), ['18:00 – 00:00', '24 horas', '00:00 – 03:00'])
  const said = (week: BusinessDay[], date: string) => schedule.openStatus(week, { date, minute: 1200 }).text
  assert.equal(said([open(1, '18:00', '24:00')], MONDAY), 'Abierto · cierra a las 12:00 am')
  assert.equal(said(week, MONDAY), 'Abierto', 'and all of the next day')
  assert.equal(said(week, TUESDAY), 'Abierto', 'and some hours of the next day')
})

test('the hours of today, as the times of appointments are said', () => {
  const week = [open(5, '09:00', '19:00', '12:30', '13:00'), open(0, '09:00', '11:00')]
  assert.equal(schedule.hoursText(week, '2026-11-20'), '9:00 am – 12:30 pm, 1:00 – 7:00 pm')
  assert.equal(schedule.hoursText(week, '2026-11-22'), '9:00 – 11:00 am')
  assert.equal(schedule.hoursText(week, '2026-11-23'), 'Cerrado')
})

test('the list of hours puts Sunday last', () => {
  const rows = schedule.hoursList([
    open(0, '10:00:00', '14:00:00'),
    open(1, '09:00', '18:00', '12:00', '13:00'),
  ])
  assert.deepEqual(rows[0], { day_of_week: 1, label: 'Lunes', text: '09:00 – 12:00, 13:00 – 18:00' })
  assert.deepEqual(rows[1], { day_of_week: 2, label: 'Martes', text: 'Cerrado' })
  assert.deepEqual(rows[6], { day_of_week: 0, label: 'Domingo', text: '10:00 – 14:00' })
})

test('further breaks of a day: taken from its hours, up to three, none over another or over lunch', () => {
  const hours = (start_time: string, end_time: string) => ({ start_time, end_time })
  const day = open(1, '09:00', '18:00', '12:00', '13:00')
  const with_ = (...breaks: object[]) => parseBusinessWeek([{ ...day, breaks }])
  const good = with_(hours('16:00', '16:15'), hours('10:00', '10:15'))
  assert.ok(good.ok)
  assert.deepEqual(good.week[0]!.breaks, [hours('10:00', '10:15'), hours('16:00', '16:15')])
  assert.deepEqual(schedule.rangesOn({ business_week: good.week, professional_week: [] }, MONDAY), [
    [540, 600],
    [615, 720],
    [780, 960],
    [975, 1080],
  ])
  assert.deepEqual(parseBusinessWeek([day]), { ok: true, week: [day] }, 'they may be left out')
  const touching = with_(hours('11:00', '12:00'), hours('13:00', '13:30'), hours('13:30', '14:00'))
  assert.equal(touching.ok, true)
  const wrong: [object[], string][] = [
    [[hours('12:30', '13:30')], 'Los descansos no pueden cruzarse'],
    [[hours('10:00', '11:00'), hours('10:30', '11:30')], 'Los descansos no pueden cruzarse'],
    [[hours('08:30', '09:30')], 'los descansos deben estar dentro del horario'],
    [[hours('10:00', '10:00')], 'el fin de un descanso debe ser posterior a su inicio'],
    [[hours('10:00', '')], 'cada descanso necesita hora de inicio y hora de fin'],
    [[hours('10', '11')], 'las horas deben escribirse como HH:MM'],
    [
      Array.from({ length: 4 }, (_, i) => hours(`1${i + 4}:00`, `1${i + 4}:10`)),
      'puedes indicar hasta 3 descansos',
    ],
  ]
  for (const [breaks, text] of wrong)
    assert.equal(businessWeekErrors([{ ...day, breaks }]), `Lunes: ${text}`, JSON.stringify(breaks))
  assert.equal(
    professionalWeekErrors([{ ...works(1, '09:00', '18:00'), breaks: [hours('17:00', '19:00')] }]),
    'Lunes: los descansos deben estar dentro del horario',
  )
  assert.equal(
    businessWeekErrors([{ ...closed, breaks: [hours('20:00', '21:00')] }]),
    undefined,
    'kept for later',
  )
})

test('a day that is off is never refused for a lunch or a break that is not whole: those are left out', () => {
  const off = { ...open(1, '09:00', '18:00', '12:00'), is_open: false, lunch_end_time: null }
  const given = [
    { start_time: '11:00', end_time: '10:00' },
    { start_time: '15:00', end_time: '15:30' },
    { start_time: '15:15', end_time: '15:45' },
  ]
  const parsed = parseBusinessWeek([{ ...off, breaks: given }])
  assert.ok(parsed.ok)
  const { lunch_start_time, lunch_end_time, breaks, open_time } = parsed.week[0]!
  assert.deepEqual([open_time, lunch_start_time, lunch_end_time], ['09:00', null, null])
  assert.deepEqual(breaks, [{ start_time: '15:00', end_time: '15:30' }])
  const half = parseProfessionalWeek([
    { ...works(1, '09:00', '18:00'), is_available: false, breaks: [{ start_time: '16:00', end_time: '' }] },
  ])
  assert.ok(half.ok)
  assert.deepEqual(half.week[0]!.breaks, [])
})
