import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BUSINESS_TYPES } from './business.ts'
import { serviceCategory } from './service-category.ts'

for (const [name, category] of [
  ['Balayage', 'Cabello'],
  ['Manicura semipermanente', 'Uñas'],
  ['Uñas en gel', 'Uñas'],
  ['Pedicura spa', 'Uñas'],
  ['Masaje de espalda', 'Masajes'],
  ['Depilación con cera', 'Depilación'],
  ['Clase de español', 'Otros'],
  ['Peinado para ángeles', 'Cabello'],
] as const)
  test(`in a salon '${name}' is '${category}'`, () =>
    assert.equal(serviceCategory(name, 'Peluquería / Barbería'), category))

test('in consulting rooms, workshops and schools the words of a salon say nothing', () => {
  for (const type of ['Consultorio Dental', 'Consultorio Médico', 'Taller de Reparación', 'Consultoría']) {
    assert.ok((BUSINESS_TYPES as readonly string[]).includes(type))
    for (const name of ['Blanqueamiento con láser', 'Odontopediatría', 'Limpieza y profilaxis'])
      assert.equal(serviceCategory(name, type), 'Otros')
  }
})
