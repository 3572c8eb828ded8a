import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activityText } from './activity.ts'

const rights = (before: object, after: object) =>
  activityText('member_changed', { subject: 'Marta', detail: { before, after }, currency: 'COP' })
const of = (role: string, switches: object = {}, professional_id: number | null = null) => ({
  role,
  professional_id,
  switches,
})

test('what somebody may do from now on, and what no more', () => {
  const cases = [
    [of('manager'), of('reception'), ': de administrador a recepción'],
    [of('professional', {}, 1), of('professional', { 'figures:own': true }, 1), ': ahora ve sus ingresos'],
    [
      of('professional', { 'clients:own-phones': true }, 1),
      of('professional', { 'appointments:own-write': false }, 1),
      ': ya no agenda y mueve sus citas; ya no ve el celular de sus clientes',
    ],
    [of('manager', { 'clients:export': true }), of('manager'), ': ya no descarga la lista de clientes'],
    [of('reception'), of('reception', {}, 4), ': ahora tiene agenda propia'],
    [of('reception', {}, 4), of('reception'), ': ya no tiene agenda propia'],
    [of('professional', {}, 4), of('professional', {}, 5), ': ahora tiene la agenda de otro profesional'],
    [of('manager'), of('professional', {}, 4), ': de administrador a profesional; ahora tiene agenda propia'],
    // What a version before this one noted may lack some of it.
    [{ role: 'manager' }, { role: 'manager' }, ''],
  ] as const
  for (const [before, after, text] of cases)
    assert.equal(rights(before, after), `cambió lo que puede hacer Marta${text}`)
})

test('every price of a service that was changed, and whether it is offered', () => {
  const terms = { price: 40_000, is_active: true, variants: [], addons: [], by_professional: [] }
  const long = (price: number) => ({ name: 'Cabello largo', price })
  const cases = [
    [{}, { price: 45_000 }, ': el precio pasó de $ 40.000 a $ 45.000'],
    [{ price: null }, { price: null, is_active: false }, ': ya no se ofrece'],
    [{ is_active: false }, {}, ': se ofrece otra vez'],
    [{}, { variants: [long(70_000)] }, ': «Cabello largo» cuesta $ 70.000'],
    [
      { variants: [long(70_000)] },
      { variants: [long(80_000)], addons: [{ name: 'Lavado', price: 5_000 }] },
      ': «Cabello largo» pasó de $ 70.000 a $ 80.000; «Lavado» cuesta $ 5.000',
    ],
    [{ addons: [{ name: 'Lavado', price: 5_000 }] }, {}, ': ya no hay «Lavado»'],
    [
      {},
      { price: 41_000, variants: ['A', 'B', 'C', 'D'].map((name) => ({ name, price: 1_000 })) },
      ': el precio pasó de $ 40.000 a $ 41.000; «A» cuesta $ 1.000; «B» cuesta $ 1.000; y 2 cambios más',
    ],
    [{}, { by_professional: [{ professional_id: 1, price: 1 }] }, ': cambiaron los precios por profesional'],
  ] as const
  for (const [before, after, text] of cases) {
    const detail = { before: { ...terms, ...before }, after: { ...terms, ...after } }
    const told = { subject: 'Corte', detail, currency: 'COP' }
    assert.equal(activityText('service_changed', told), `cambió el servicio «Corte»${text}`)
  }
  const old = { subject: 'Corte', detail: {}, currency: 'COP' }
  assert.equal(activityText('service_changed', old), 'cambió el servicio «Corte»')
})
