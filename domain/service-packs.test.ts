import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BUSINESS_TYPES } from './business.ts'
import { serviceErrors } from './service.ts'
import { packFor, SERVICE_PACKS } from './service-packs.ts'

test('each pack proposes eight services that can be created as they are, without a price', () => {
  for (const [pack, services] of Object.entries(SERVICE_PACKS)) {
    assert.equal(services.length, 8, pack)
    assert.equal(new Set(services.map(({ service_name }) => service_name)).size, 8, pack)
    for (const service of services) {
      assert.deepEqual(serviceErrors(service), {}, service.service_name)
      assert.deepEqual(Object.keys(service), ['service_name', 'duration_minutes'])
    }
  }
})

test('each kind of business has a pack of its trade', () => {
  for (const type of BUSINESS_TYPES) assert.ok(packFor(type) in SERVICE_PACKS, type)
  assert.equal(packFor('Peluquería / Barbería'), 'Barbería')
  assert.equal(packFor('Consultorio Dental'), 'Odontología')
  assert.equal(packFor('Salón de Manicura'), 'Uñas')
  for (const unknown of ['Otro', 'Panadería', '', null, undefined])
    assert.equal(packFor(unknown), 'Salón de belleza')
})
