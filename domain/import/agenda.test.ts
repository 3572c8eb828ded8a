import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { permissionsOf, ROLES } from '../permissions.ts'
import { guessAgenda, knownAgendaHeadings } from './agenda-columns.ts'
import { readAppointment, typedAppointment, type TypedAppointment } from './agenda-row.ts'
import { matchName } from './names.ts'

const guessed = (headings: string[], ...rows: string[][]) =>
  guessAgenda(headings, rows).map(({ target, is_sure }) => (is_sure ? target : `${target}?`))

describe('the columns of a list of appointments', () => {
  test('one that says both date and time stands for both; beside a date it is the time', () => {
    assert.deepEqual(guessed(['Inicio', 'Cliente'], ['27/11/2026 14:30', 'Ana']), ['date', 'client_name'])
    assert.deepEqual(guessed(['Fecha', 'Inicio'], ['27/11/2026', '14:30']), ['date', 'time'])
    assert.deepEqual(guessed(['Inicio', 'Fin'], ['14:30', '15:00']), ['time', 'end'])
  })
  test('what is no date is none, whatever it is called; without headings what stands in them decides', () => {
    assert.deepEqual(guessed(['Día', 'Cuándo'], ['lunes', '27/11/2026']), ['skip?', 'date'])
    assert.deepEqual(
      guessed(['Columna 1', 'Columna 2', 'Columna 3'], ['27/11/2026', '2:30 p. m.', '3001234567']),
      ['date?', 'time?', 'client_phone?'],
    )
  })
  test('the state of an appointment is no region, and its notes are not the client’s', () => {
    assert.deepEqual(guessed(['Estado', 'Observaciones', 'Precio', 'Creado'], ['Reservado', '', '1', '']), [
      'status',
      'notes',
      'skip',
      'skip',
    ])
    assert.equal(knownAgendaHeadings(['Reporte de citas', '', '']), 0)
  })
})

describe('names', () => {
  const known = [
    { id: 1, name: 'Corte de dama' },
    { id: 2, name: 'Corte de caballero' },
    { id: 3, name: 'Manicure' },
  ]
  const cases: [string, ReturnType<typeof matchName>][] = [
    ['CORTE DE DAMA', { id: 1, is_sure: true }],
    ['corte dama', { id: 1, is_sure: false }],
    ['Manicure semipermanente', { id: 3, is_sure: false }],
    ['Corte', undefined],
    ['Pedicure', undefined],
    ['', undefined],
    ['de', undefined],
  ]
  for (const [name, match] of cases)
    test(`${name || 'nothing'} is ${match ? match.id : 'nobody’s'}`, () =>
      assert.deepEqual(matchName(name, known), match))
  test('two of one name are nobody’s', () => {
    assert.equal(
      matchName(
        'Ana',
        [...'ab'].map((_, id) => ({ id: id + 1, name: 'Ana' })),
      ),
      undefined,
    )
  })
})

describe('a row of appointments', () => {
  const typed: TypedAppointment = {
    date: '27/11/2026',
    time: '14:30',
    end: '',
    duration: '',
    service: 'Corte',
    professional: 'Inés',
    client_name: 'Ana Ruiz',
    client_phone: '300 123 45 67',
    client_email: '',
    client_id: '',
    notes: '',
    status: 'Reservado',
  }
  const read = (changes: Partial<TypedAppointment> = {}) =>
    readAppointment({ ...typed, ...changes }, { iso: 'CO', order: 'dmy' })
  const minutes = (changes: Partial<TypedAppointment>) => {
    const found = read(changes)
    return 'row' in found ? found.row.minutes : found.error
  }
  test('its length is what it says, or until it ends; else the service’s', () => {
    assert.equal(minutes({}), undefined)
    assert.equal(minutes({ duration: '1 h 30 min' }), 90)
    assert.equal(minutes({ end: '15:15' }), 45)
    assert.equal(minutes({ time: '23:30', end: '00:30' }), 60)
    assert.equal(minutes({ duration: 'mucho' }), 'La duración va de 15 a 720 minutos.')
  })
  test('one that is cancelled, or where nobody came, is none; a moved one is', () => {
    for (const status of ['Cancelada', 'cancelled', 'No asistió', 'No Show', 'Anulado'])
      assert.ok('error' in read({ status }), status)
    for (const status of ['', 'Confirmado', 'Reprogramada', 'Booked'])
      assert.ok('row' in read({ status }), status)
  })
  test('several columns of a name and of a service are taken together; a formula is a text', () => {
    const cells = ['27/11/2026', 'Corte', 'Barba', "'=Ana", 'Ruiz']
    const said = typedAppointment(cells, ['date', 'service', 'service', 'client_name', 'last_name'], {
      iso: 'CO',
      headings: ['Fecha', 'Servicio', 'Servicio 2', 'Nombre', 'Apellido'],
    })
    assert.deepEqual([said.service, said.client_name], ['Corte Barba', '=Ana Ruiz'])
  })
})

test('who may import may write appointments of everybody', () => {
  for (const role of ROLES) {
    const may = permissionsOf(role, {})
    assert.ok(!may.includes('clients:import') || may.includes('appointments:write'), role)
  }
})
