import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { repetitions, stretchOn, timeOffErrors, timeOffHours, timeOffText } from './time-off.ts'
import { spanOf } from './time-off-span.ts'

const day = (changes: object = {}) => ({ first_date: '2026-12-24', ...changes })
const clock = (
  first_date: string,
  from_time: string | null,
  to_time: string | null,
  last_date = first_date,
) => ({
  first_date,
  last_date,
  from_time,
  to_time,
})

test('what is wrong with a time off, by its field', () => {
  const cases: [object, object][] = [
    [day(), {}],
    [day({ last_date: null, from_time: '', to_time: null, kind: '' }), {}],
    [day({ from_time: '09:00', to_time: '24:00' }), {}],
    [day({ last_date: '2026-12-26', from_time: '16:00', to_time: '10:00' }), {}],
    [
      day({ from_time: '10:00', to_time: '10:00' }),
      { to_time: 'La hora final debe ser después de la inicial' },
    ],
    [day({ from_time: '10:00', to_time: '9' }), { to_time: 'Las horas deben escribirse como HH:MM' }],
    [day({ last_date: '2026-12-23' }), { last_date: 'La hora final debe ser después de la inicial' }],
    [day({ last_date: '2028-01-27' }), {}],
    [day({ last_date: '2028-01-28' }), { last_date: 'Un bloqueo puede durar como máximo 400 días' }],
    [day({ from_time: '09:00' }), { to_time: 'Las horas deben escribirse como HH:MM' }],
    [
      day({ from_time: '24:00', to_time: '9' }),
      {
        from_time: 'Las horas deben escribirse como HH:MM',
        to_time: 'Las horas deben escribirse como HH:MM',
      },
    ],
    [
      { first_date: '2026-02-30' },
      {
        first_date: 'La fecha no es válida: usa el formato AAAA-MM-DD',
        last_date: 'La fecha no es válida: usa el formato AAAA-MM-DD',
      },
    ],
    [{ first_date: '2025-11-19' }, { first_date: 'No se puede bloquear tiempo de hace más de un año' }],
    [day({ kind: 'external' }), { kind: 'Elige qué tipo de bloqueo es' }],
    [day({ reason: 'x'.repeat(120) }), {}],
    [day({ reason: 'x'.repeat(121) }), { reason: 'No puede exceder 120 caracteres' }],
    [day({ kind: 'sick', show_reason: true }), { show_reason: 'Una incapacidad no se muestra en público' }],
    [
      day({ repeat_weeks: 9, repeat_until: '2027-12-26' }),
      {
        repeat_weeks: 'Se repite cada 1 a 8 semanas',
        repeat_until: 'Un bloqueo se repite como máximo durante un año',
      },
    ],
    [
      day({ repeat_weeks: 1, repeat_until: '2026-12-23' }),
      { repeat_until: 'La repetición debe terminar después del primer día' },
    ],
    [day({ repeat_weeks: 1 }), { repeat_until: 'La fecha no es válida: usa el formato AAAA-MM-DD' }],
  ]
  for (const [input, errors] of cases)
    assert.deepEqual(timeOffErrors(input as never, '2026-11-20'), errors, JSON.stringify(input))
})

test('repetitions: every so many weeks, the last date included', () => {
  const dates = (weeks: number | null, until: string | null) =>
    repetitions(clock('2026-12-01', null, null, '2026-12-02'), { weeks, until }).map((one) => one.first_date)
  assert.deepEqual(dates(null, null), ['2026-12-01'])
  assert.deepEqual(dates(2, '2026-12-29'), ['2026-12-01', '2026-12-15', '2026-12-29'])
  assert.equal(dates(1, '2027-12-02').length, 53)
})

test('a calendar writes the reason, or else the kind', () => {
  assert.equal(timeOffText({ kind: 'block', reason: null }), 'Bloqueado')
  assert.equal(timeOffText({ kind: 'vacation', reason: ' ' }), 'Vacaciones')
  assert.equal(timeOffText({ kind: 'block', reason: 'Dentista' }), 'Dentista')
})

describe('the instants of a time off', () => {
  const span = (zone: string, ...of: Parameters<typeof clock>) => {
    const { startsMs, endsMs } = spanOf(clock(...of), zone)
    return [new Date(startsMs).toISOString().slice(0, 16), (endsMs - startsMs) / 60_000]
  }
  test('by the wall clock of the zone', () => {
    assert.deepEqual(span('America/Bogota', '2026-12-24', '14:00', '16:30'), ['2026-12-24T19:00', 150])
    assert.deepEqual(span('Asia/Kathmandu', '2026-12-24', '14:00', '24:00'), ['2026-12-24T08:15', 600])
    assert.deepEqual(span('America/Bogota', '2026-12-24', null, null, '2026-12-25'), [
      '2026-12-24T05:00',
      2880,
    ])
  })
  test('whole days have 23, 25 or 24 and a half hours; a day may begin at one', () => {
    assert.deepEqual(span('America/St_Johns', '2026-03-08', null, null), ['2026-03-08T03:30', 23 * 60])
    assert.deepEqual(span('America/St_Johns', '2026-11-01', null, null), ['2026-11-01T02:30', 25 * 60])
    assert.deepEqual(span('Australia/Lord_Howe', '2026-10-04', null, null), ['2026-10-03T13:30', 23.5 * 60])
    assert.deepEqual(span('America/Santiago', '2026-09-06', null, null), ['2026-09-06T04:00', 23 * 60])
  })
  test('a repeated hour is taken twice; what lies in a skipped one is at the change', () => {
    assert.deepEqual(span('Europe/Madrid', '2026-10-25', '02:00', '02:30'), ['2026-10-25T00:00', 90])
    assert.deepEqual(span('Europe/Madrid', '2026-03-29', '02:15', '02:45'), ['2026-03-29T01:00', 1])
    assert.deepEqual(span('Europe/Madrid', '2026-03-29', '01:30', '02:30'), ['2026-03-29T00:30', 30])
    assert.deepEqual(span('Europe/Madrid', '2026-03-29', '02:30', '03:30'), ['2026-03-29T01:00', 30])
  })
})

test('what it takes of a date, by the wall clock', () => {
  const long = clock('2026-12-24', '15:00', '10:00', '2026-12-26')
  assert.deepEqual(
    ['2026-12-23', '2026-12-24', '2026-12-25', '2026-12-26', '2026-12-27'].map((date) =>
      stretchOn(long, date),
    ),
    [undefined, [900, 1440], [0, 1440], [0, 600], undefined],
  )
  assert.deepEqual(stretchOn(clock('2026-12-24', '22:00', '24:00'), '2026-12-24'), [1320, 1440])
  assert.equal(timeOffHours(clock('2026-12-24', '15:00', '17:00'), '2026-12-24'), '3:00 – 5:00 pm')
  assert.equal(timeOffHours(clock('2026-12-24', null, null), '2026-12-24'), 'Todo el día')
})
