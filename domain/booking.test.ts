import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { appointmentErrors } from './appointment-input.ts'
import { bookingErrors, choiceErrors, clientErrors } from './booking.ts'
import { bareDocument, clientIdError } from './client.ts'
import { portalSearchErrors, rescheduleErrors } from './portal.ts'

const good = {
  service_id: 3,
  professional_id: '4',
  appointment_date: '2026-11-20',
  appointment_time: '15:30',
  client_phone: '+573001234567',
  client_name: ' Camila Rojas ',
  client_email: 'camila@correo.co',
  client_id: '',
  notes: 'Sin prisa\nGracias',
  terms: true,
}

test('a good form has no errors', () => {
  assert.deepEqual(bookingErrors(good), {})
  assert.deepEqual(
    bookingErrors({ ...good, terms: 'on', appointment_time: '15:30:00', client_id: '12345678' }),
    {},
  )
})

test('an empty form has all of them', () => {
  const person = {
    client_phone: 'Teléfono es requerido',
    client_name: 'Nombre es requerido',
    client_email: 'Email es requerido',
  }
  const choice = {
    service_id: 'Servicio es requerido',
    professional_id: 'Profesional es requerido',
    appointment_date: 'Fecha es requerida',
    appointment_time: 'Hora es requerida',
  }
  const terms = 'Debes aceptar los términos y condiciones'
  for (const empty of [{}, null, undefined, 'x', []]) {
    assert.deepEqual(choiceErrors(empty), choice)
    assert.deepEqual(clientErrors(empty), { ...person, terms })
    assert.deepEqual(bookingErrors(empty), { ...choice, ...person, terms })
    // The payload leaves `terms` out.
    assert.deepEqual(appointmentErrors(empty), { ...choice, ...person })
  }
})

test('each field’s own error', () => {
  const cases: [field: string, value: unknown, message: string][] = [
    ['client_phone', '+572001234567', 'Formato inválido. Ejemplo: +57 3001234567'],
    ['client_phone', '+57', 'Teléfono es requerido'],
    ['client_name', '   ', 'Nombre es requerido'],
    ['client_name', 'a'.repeat(121), 'No puede exceder 120 caracteres'],
    ['client_name', 'Ana\u0000', 'Contiene caracteres no permitidos'],
    ['client_email', 'camila', 'Email inválido'],
    ['client_email', `${'a'.repeat(250)}@x.co`, 'Email inválido'],
    ['notes', 'a'.repeat(501), 'Notas no pueden exceder 500 caracteres'],
    ['notes', 'a\u0000', 'Contiene caracteres no permitidos'],
    ['notes', 5, 'Debe ser un texto'],
    ['client_id', '1234567', 'Cédula debe tener entre 8 y 12 dígitos'],
    ['client_id', 12345678, 'Cédula debe tener entre 8 y 12 dígitos'],
    ['service_id', 'abc', 'Servicio es requerido'],
    ['service_id', -1, 'Servicio es requerido'],
    ['professional_id', 0, 'Profesional es requerido'],
    ['appointment_date', '2026-02-30', 'Fecha inválida'],
    ['appointment_time', '25:00', 'Hora inválida'],
    ['terms', false, 'Debes aceptar los términos y condiciones'],
  ]
  for (const [field, value, message] of cases) {
    assert.deepEqual(bookingErrors({ ...good, [field]: value }), { [field]: message })
    assert.deepEqual(appointmentErrors({ ...good, [field]: value }), { [field]: message })
  }
})

test('values of any type get a sentence, never an exception', () => {
  const anyForm = fc.record(Object.fromEntries(Object.keys(good).map((field) => [field, fc.anything()])))
  fc.assert(
    fc.property(anyForm, (form) => {
      for (const message of Object.values(bookingErrors(form))) assert.ok(message.length > 5)
      rescheduleErrors(form)
    }),
  )
})

test('the portal’s search', () => {
  assert.deepEqual(portalSearchErrors({ client_id: '1020304050', client_email: 'a@b.co' }), {})
  assert.deepEqual(portalSearchErrors({}), {
    client_id: 'Cédula es requerida',
    client_email: 'Email es requerido',
  })
  const message = 'Cédula debe tener entre 8 y 12 dígitos'
  for (const bad of ['1234567', '1234567890123', '12.345.678', '1234567a', 12345678]) {
    assert.equal(clientIdError(bad, true), message, String(bad))
  }
  for (const fine of ['12345678', '123456789012', ' 12345678 '])
    assert.equal(clientIdError(fine, true), undefined)
  for (const typed of ['12.345.678', ' 12 345 678 ']) assert.equal(bareDocument(typed), '12345678')
})

test('the portal’s move', () => {
  assert.deepEqual(rescheduleErrors({ new_date: '2026-11-20', new_time: '09:00' }), {})
  assert.deepEqual(rescheduleErrors({ new_date: '2026-11-20', new_time: '09:00', professional_id: 'x' }), {
    professional_id: 'Profesional inválido',
  })
  assert.deepEqual(rescheduleErrors({}), {
    new_date: 'Nueva fecha es requerida',
    new_time: 'Nueva hora es requerida',
  })
})
