import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeMessage } from './free-message.ts'

const LINK = 'https://enpunto.example/negocio/luz?servicio=3'
const said = (days: [string, string[]][]) =>
  freeMessage(
    days.map(([date, times]) => ({ date, times })),
    '2026-11-20',
    LINK,
  )

test('the next free times, as somebody would write them', () => {
  assert.equal(
    said([
      ['2026-11-20', ['15:00', '16:30']],
      ['2026-11-21', ['09:00']],
    ]),
    `Hola, tengo libre: hoy 3:00 pm y 4:30 pm, mañana 9:00 am. Reserva: ${LINK}`,
  )
  assert.equal(
    said([
      ['2026-11-20', []],
      ['2026-11-23', ['08:00', '08:30', '12:00', '17:00', '17:30']],
      ['2026-11-27', ['10:00']],
      ['2026-12-01', ['11:00']],
      ['2026-12-02', ['11:00']],
    ]),
    `Hola, tengo libre: el lunes 8:00 am, 12:00 pm y 5:30 pm, el viernes 27 10:00 am, el martes 1 de diciembre 11:00 am. Reserva: ${LINK}`,
  )
})

test('nothing is said of nothing', () => {
  assert.equal(said([]), undefined)
  assert.equal(said([['2026-11-20', []]]), undefined)
})
