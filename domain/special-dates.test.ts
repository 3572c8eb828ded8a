import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hoursText, openStatus } from './schedule.ts'
import { specialDates, whyClosed, type Closing, type PublicFacts } from './special-dates.ts'
import type { SpecialDay } from './special-hours.ts'
import { DEFAULT_BUSINESS_WEEK } from './week.ts'

// Monday to Friday 09:00 to 18:00, Saturday to 15:00, Sunday closed.
const facts = (part: Partial<PublicFacts> = {}): PublicFacts => ({
  special_days: [],
  holiday_country: 'CO',
  holiday_policy: 'ask',
  business_week: DEFAULT_BUSINESS_WEEK,
  closings: [],
  ...part,
})
const closing = (first_date: string, last_date: string, part: Partial<Closing> = {}): Closing => ({
  kind: 'vacation',
  first_date,
  last_date,
  from_time: null,
  to_time: null,
  reason: null,
  show_reason: true,
  ...part,
})
const day = (date: string, part: Partial<SpecialDay> = {}): SpecialDay => ({
  date,
  professional_id: null,
  is_open: true,
  intervals: [],
  label: null,
  opens_business: false,
  is_yearly: false,
  ...part,
})
const [FRIDAY, MONDAY] = ['2026-12-18', '2026-12-21']

test('why a date is closed: only what its owner shows, and never an illness', () => {
  const reason = (one: Closing, date = MONDAY) => whyClosed(facts({ closings: [one] }), date)
  const cases: [Closing, string | undefined][] = [
    [closing(FRIDAY, '2027-01-12'), 'Cerrado por vacaciones hasta el 12 de enero'],
    [
      closing(FRIDAY, '2027-01-12', { reason: 'Descanso' }),
      'Cerrado por vacaciones hasta el 12 de enero (Descanso)',
    ],
    [
      closing(FRIDAY, '2027-01-12', { reason: ' vacaciones ' }),
      'Cerrado por vacaciones hasta el 12 de enero',
    ],
    [closing(FRIDAY, '2027-12-12'), 'Cerrado por vacaciones hasta el 12 de diciembre de 2027'],
    [closing(FRIDAY, MONDAY), 'Cerrado por vacaciones'],
    [closing(FRIDAY, '2027-01-12', { show_reason: false, reason: 'Cirugía' }), 'Cerrado'],
    [closing(FRIDAY, '2027-01-12', { kind: 'sick', reason: 'Cirugía' }), 'Cerrado'],
    [closing(MONDAY, MONDAY, { kind: 'block', reason: 'Inventario' }), 'Cerrado: Inventario'],
    [
      closing(MONDAY, '2026-12-24', { kind: 'closed', reason: 'Obra' }),
      'Cerrado hasta el 24 de diciembre: Obra',
    ],
    [closing(MONDAY, '2026-12-24', { kind: 'block' }), 'Cerrado'],
    // What leaves time on the date does not close it.
    [closing(MONDAY, MONDAY, { from_time: '09:00', to_time: '17:00', reason: 'Obra' }), undefined],
    [
      closing(MONDAY, MONDAY, { kind: 'block', from_time: '09:00', to_time: '18:00', reason: 'Obra' }),
      'Cerrado: Obra',
    ],
    [closing('2026-12-22', '2026-12-24'), undefined],
  ]
  for (const [one, text] of cases) assert.equal(reason(one), text, JSON.stringify(one))
  assert.equal(reason(closing(FRIDAY, '2027-01-12'), '2026-12-20'), undefined, 'a Sunday is closed anyway')
  // What leaves no room for what is sought, where its reason is shown: less than an hour of the day, or of what is left of today.
  const afternoon = (part: object) => closing(MONDAY, MONDAY, { kind: 'block', reason: 'Obra', ...part })
  for (const [times, minutes, from, text] of [
    [{ from_time: '09:00', to_time: '17:30' }, 60, 0, 'Cerrado: Obra'],
    [{ from_time: '09:00', to_time: '17:30' }, 30, 0, undefined],
    [{ from_time: '09:00', to_time: '17:30', show_reason: false }, 60, 0, undefined],
    [{ from_time: '15:00', to_time: '18:00' }, 60, 840, undefined],
    [{ from_time: '15:00', to_time: '18:00' }, 60, 860, 'Cerrado: Obra'],
    // The day is over, whatever was blocked of it.
    [{ from_time: '15:00', to_time: '18:00' }, 60, 1070, undefined],
  ] as const) {
    const said = whyClosed(facts({ closings: [afternoon(times)] }), MONDAY, { minutes, from })
    assert.equal(said, text, JSON.stringify([times, minutes, from]))
  }
  // The one that says something, whichever comes first.
  const both = [closing(MONDAY, MONDAY, { show_reason: false }), closing(FRIDAY, '2026-12-22')]
  assert.equal(
    whyClosed(facts({ closings: both }), MONDAY),
    'Cerrado por vacaciones hasta el 22 de diciembre',
  )
})

test('the dates that are not like their weekday, and what the page says of today', () => {
  const special = specialDates(
    facts({
      holiday_policy: 'closed',
      special_days: [
        day('2026-12-24', { intervals: [{ start_time: '10:00', end_time: '14:00' }] }),
        // As ever, and another's.
        day('2026-12-22'),
        day('2026-12-23', { professional_id: 7, is_open: false }),
        day('2026-12-27', { intervals: [{ start_time: '08:00', end_time: '12:00' }], label: 'Feria' }),
      ],
      closings: [
        closing('2026-12-28', '2027-01-12'),
        closing(FRIDAY, FRIDAY, { kind: 'block', from_time: '15:00', to_time: '18:00' }),
      ],
    }),
    FRIDAY,
    '2027-01-20',
  )
  const of = (date: string) => special.find((one) => one.date === date)
  assert.deepEqual(of(FRIDAY)?.intervals, [{ start_time: '09:00', end_time: '15:00' }])
  assert.equal(of('2026-12-22'), undefined)
  assert.equal(of('2026-12-23'), undefined)
  assert.deepEqual(of('2026-12-25'), {
    date: '2026-12-25',
    intervals: [],
    closed: 'Cerrado por festivo: Navidad',
  })
  assert.equal(of('2026-12-27')?.closed, null)
  assert.equal(of('2026-12-30')?.closed, 'Cerrado por vacaciones hasta el 12 de enero')
  assert.equal(of('2027-01-13'), undefined)
  assert.deepEqual(specialDates(facts(), FRIDAY, '2027-01-20'), [])

  const text = (date: string) => hoursText(DEFAULT_BUSINESS_WEEK, date, special)
  assert.equal(text('2026-12-24'), '10:00 am – 2:00 pm (horario especial)')
  assert.equal(text('2026-12-25'), 'Cerrado por festivo: Navidad')
  assert.equal(text('2026-12-22'), '9:00 am – 6:00 pm')
  const status = (date: string, hour: number) =>
    openStatus(DEFAULT_BUSINESS_WEEK, { date, minute: hour * 60 }, special)
  assert.deepEqual(status('2026-12-24', 12), { open: true, text: 'Abierto · cierra a las 2:00 pm' })
  assert.deepEqual(status('2026-12-24', 15), { open: false, text: 'Cerrado · abre el sábado a las 9:00 am' })
  assert.deepEqual(status('2026-12-29', 10), {
    open: false,
    text: 'Cerrado · abre el 13 de enero a las 9:00 am',
  })
})
