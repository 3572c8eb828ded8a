import assert from 'node:assert/strict'
import { test } from 'node:test'
import { professionalErrors } from './professional.ts'
import { doesService, parseSpecialties } from './specialties.ts'
import { durationOf, paletteOf, priceOf, serviceErrors } from './service.ts'

test('services', () => {
  const good = { service_name: 'Corte', duration_minutes: 60, price: 55_000 }
  for (const fine of [
    {},
    { duration_minutes: '' },
    { price: null },
    { price: 0 },
    { duration_minutes: 15 },
    { price: '12.50' },
  ]) {
    assert.deepEqual(serviceErrors({ ...good, ...fine }), {})
  }
  const cases: [field: string, value: unknown, message: string][] = [
    ['service_name', ' ', 'El nombre del servicio es requerido'],
    ['service_name', 'a'.repeat(121), 'No puede exceder 120 caracteres'],
    ['duration_minutes', 14, 'La duración mínima es 15 minutos'],
    ['duration_minutes', 0, 'La duración mínima es 15 minutos'],
    ['duration_minutes', 20, 'La duración debe ir de 15 en 15 minutos'],
    ['duration_minutes', 15.5, 'La duración debe ir de 15 en 15 minutos'],
    ['duration_minutes', 735, 'La duración máxima es 720 minutos'],
    ['duration_minutes', 'x', 'La duración debe ser un número de minutos'],
    ['duration_minutes', [60], 'La duración debe ser un número de minutos'],
    ['price', -0.01, 'El precio no puede ser negativo'],
    ['price', 1.005, 'El precio puede tener máximo 2 decimales'],
    ['price', 'mucho', 'El precio debe ser un número'],
    ['price', 1e12, 'El precio no puede superar $ 10.000.000.000'],
    ['description', 'a'.repeat(501), 'No puede exceder 500 caracteres'],
    ['image_url', 'javascript:x', 'Dirección web inválida'],
  ]
  for (const [field, value, message] of cases) {
    assert.deepEqual(serviceErrors({ ...good, [field]: value }), { [field]: message })
  }
  assert.deepEqual(serviceErrors(null), { service_name: 'El nombre del servicio es requerido' })
  assert.equal(durationOf(undefined), 60)
  assert.equal(durationOf('45'), 45)
  assert.equal(priceOf(''), 0)
  assert.deepEqual([0, 15, 16].map(paletteOf), [1, 16, 1])
})

test('professionals', () => {
  assert.deepEqual(professionalErrors({ professional_name: 'Valentina' }), {})
  assert.deepEqual(
    professionalErrors({ professional_name: 'V', email: '', phone: '', specialties: '[1]' }),
    {},
  )
  assert.deepEqual(
    professionalErrors({
      email: 'x',
      phone: '+57200',
      bio: 'a'.repeat(501),
      specialties: [1],
      avatar_url: 'x',
    }),
    {
      professional_name: 'Nombre es requerido',
      email: 'Email inválido',
      phone: 'Formato inválido. Ejemplo: +57 3001234567',
      bio: 'No puede exceder 500 caracteres',
      specialties: 'Debe ser un texto',
      avatar_url: 'Dirección web inválida',
    },
  )
})

test('specialties', () => {
  const cases: [unknown, number[] | null][] = [
    ['[3, 5]', [3, 5]],
    ['["3", 5, 5]', [3, 5]],
    ['[]', null],
    ['', null],
    [null, null],
    ['Color y corte', null],
    ['[3', null],
    ['3', null],
    ['{"a":3}', null],
    ['["color"]', null],
    [[3], null],
  ]
  for (const [text, ids] of cases) assert.deepEqual(parseSpecialties(text), ids, String(text))
  assert.equal(doesService('[3]', 3), true)
  assert.equal(doesService('[3]', 4), false)
  assert.equal(doesService('Color', 4), true)
  assert.equal(doesService(null, 4), true)
})
