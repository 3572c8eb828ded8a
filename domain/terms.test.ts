import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addonsError, byProfessionalError, variantsError } from './options.ts'
import { chosenErrors, isAsBooked, offeredAsBooked } from './chosen.ts'
import { leastOf, termsOf, type Offered } from './terms.ts'

const short = { id: 1, name: 'Corto', duration_minutes: 45, price: 30_000 }
const long = { id: 2, name: 'Largo', duration_minutes: 75, price: 50_000.5 }
const mask = { id: 3, name: 'Hidratación', duration_minutes: 15, price: 20_000.25 }
const shine = { id: 4, name: 'Brillo', duration_minutes: 0, price: 0 }
const cut: Offered = {
  service_name: 'Corte',
  duration_minutes: 60,
  price: 40_000,
  price_kind: 'from',
  variants: [short, long],
  addons: [mask, shine],
}
const plain: Offered = { ...cut, variants: [], addons: [mask] }

test('before it is known which: the least of all, and how much more it may be', () => {
  assert.deepEqual(leastOf([long, short]), {
    price: 30_000,
    duration_minutes: 45,
    more: { price: 20_000.5, minutes: 30 },
  })
  assert.deepEqual(leastOf([short]).more, { price: 0, minutes: 0 })
})

describe('what is booked', () => {
  test('a variant and add-ons: name, minutes and price together', () => {
    assert.deepEqual(termsOf(cut, { variant_id: 2, addon_ids: [4, 3] }), {
      service_name: 'Corte · Largo + Hidratación + Brillo',
      catalogue_name: 'Corte',
      variant: long,
      addons: [mask, shine],
      duration_minutes: 90,
      price: 70_000.75,
      price_kind: 'from',
    })
  })

  test('nothing chosen: the service alone, with nothing to tell apart', () => {
    const { service_name, catalogue_name, duration_minutes, price } = termsOf(plain, {})
    assert.deepEqual([service_name, catalogue_name, duration_minutes, price], ['Corte', null, 60, 40_000])
  })

  test('with a professional: theirs, each where there is one; a variant says it itself', () => {
    const own = { price: 45_000, duration_minutes: null }
    assert.deepEqual(pick(termsOf(plain, { addon_ids: [3] }, own)), [75, 65_000.25])
    assert.deepEqual(pick(termsOf(plain, {}, { price: null, duration_minutes: 50 })), [50, 40_000])
    assert.deepEqual(pick(termsOf(cut, { variant_id: 1 }, own)), [45, 30_000])
    assert.deepEqual(pick(termsOf(cut, {}, own)), [60, 40_000])
  })

  test('free and to be agreed on have no price of their own; what costs something is not free', () => {
    const free = { ...plain, price_kind: 'free' as const }
    assert.deepEqual([termsOf(free, {}).price, termsOf(free, {}).price_kind], [0, 'free'])
    assert.deepEqual(
      [termsOf(free, { addon_ids: [3] }).price, termsOf(free, { addon_ids: [3] }).price_kind],
      [20_000.25, 'fixed'],
    )
    const ask = { ...cut, price_kind: 'ask' as const }
    assert.deepEqual(
      [termsOf(ask, { variant_id: 2 }).price, termsOf(ask, { variant_id: 2 }).price_kind],
      [0, 'ask'],
    )
  })
})

describe('what cannot be booked', () => {
  const cases: [string, object, object][] = [
    ['a variant is missing', {}, { variant_id: 'Elige una opción de Corte' }],
    ['null is none', { variant_id: null }, { variant_id: 'Elige una opción de Corte' }],
    [
      'an unknown variant',
      { variant_id: 9 },
      { variant_id: 'Esa opción ya no está disponible. Elige otra, por favor.' },
    ],
    [
      'an add-on is no variant',
      { variant_id: 3 },
      { variant_id: 'Esa opción ya no está disponible. Elige otra, por favor.' },
    ],
    [
      'an unknown add-on',
      { variant_id: 1, addon_ids: [3, 9] },
      { addon_ids: 'Uno de los adicionales ya no está disponible. Elige de nuevo, por favor.' },
    ],
    ['all is there', { variant_id: 1, addon_ids: [3, 4] }, {}],
  ]
  for (const [name, chosen, errors] of cases)
    test(name, () => assert.deepEqual(chosenErrors(cut, chosen), errors))

  test('too long together', () => {
    const day = { ...plain, duration_minutes: 720 }
    assert.deepEqual(chosenErrors(day, {}), {})
    assert.deepEqual(chosenErrors(day, { addon_ids: [3] }), {
      addon_ids: 'Con esos adicionales la cita dura más de 12 horas',
    })
  })

  test('too long, or not, with the minutes of the professional', () => {
    const own = (duration_minutes: number) => ({ price: null, duration_minutes })
    assert.deepEqual(chosenErrors({ ...plain, duration_minutes: 720 }, { addon_ids: [3] }, own(60)), {})
    assert.deepEqual(chosenErrors(plain, { addon_ids: [3] }, own(710)), {
      addon_ids: 'Con esos adicionales la cita dura más de 12 horas',
    })
    assert.deepEqual(
      chosenErrors(cut, { variant_id: 1, addon_ids: [3] }, own(710)),
      {},
      'a variant says it itself',
    )
  })
})

describe('what was booked', () => {
  const booked = { ...termsOf(cut, { variant_id: 2, addon_ids: [3] }) }

  test('stays to be had as it was, whatever became of it', () => {
    const now = {
      ...cut,
      variants: [{ ...long, price: 90_000, duration_minutes: 120 }, short],
      addons: [shine],
    }
    const offered = offeredAsBooked(booked, now)
    assert.deepEqual(pick(termsOf(offered, { variant_id: 2, addon_ids: [3] })), [90, 70_000.75])
    assert.deepEqual(pick(termsOf(offered, { variant_id: 2, addon_ids: [] })), [75, 50_000.5])
    assert.deepEqual(pick(termsOf(offered, { variant_id: 1, addon_ids: [3, 4] })), [60, 50_000.25])
    assert.deepEqual(chosenErrors(offeredAsBooked(booked, undefined), { variant_id: 2, addon_ids: [3] }), {})
  })

  test('without a variant its own minutes and price are the base', () => {
    const once = { ...termsOf(plain, { addon_ids: [3] }), duration_minutes: 100, price: 60_000.25 }
    assert.deepEqual(pick(termsOf(offeredAsBooked(once, { ...plain, price: 1 }), {})), [85, 40_000])
  })

  test('made shorter than its add-ons, it is the service as it is now that stays', () => {
    const shorter = { ...termsOf(plain, { addon_ids: [3] }), duration_minutes: 15 }
    assert.equal(termsOf(offeredAsBooked(shorter, plain), {}).duration_minutes, 60)
    assert.equal(termsOf(offeredAsBooked(shorter, undefined), {}).duration_minutes, 15)
    const ofLong = { ...booked, duration_minutes: 25 }
    assert.equal(termsOf(offeredAsBooked(ofLong, cut), { variant_id: 2 }).duration_minutes, 75)
    assert.equal(
      termsOf(offeredAsBooked({ ...booked, duration_minutes: 30 }, cut), { variant_id: 2 }).duration_minutes,
      15,
    )
  })

  test('is told from another choice; what is left out is as booked', () => {
    assert.ok(isAsBooked({}, booked))
    assert.ok(isAsBooked({ variant_id: 2, addon_ids: [3, 3] }, booked))
    assert.ok(!isAsBooked({ variant_id: null }, booked))
    assert.ok(!isAsBooked({ addon_ids: [] }, booked))
    assert.ok(!isAsBooked({ addon_ids: [4] }, booked))
  })
})

describe('what an owner may say', () => {
  const option = { name: 'Largo', duration_minutes: 75, price: 1 }
  const wrong: [unknown, string][] = [
    ['x', 'Los datos de opciones deben ser una lista'],
    [[{ ...option, name: ' ' }], 'Ponle un nombre a cada opción'],
    [[{ ...option, name: 'x'.repeat(61) }], 'No puede exceder 60 caracteres'],
    [[null], 'Ponle un nombre a cada opción'],
    [[{ ...option, duration_minutes: 10 }], 'Largo: los minutos van de 15 a 720, de 5 en 5'],
    [[{ ...option, duration_minutes: 17 }], 'Largo: los minutos van de 15 a 720, de 5 en 5'],
    [[{ ...option, duration_minutes: null }], 'Largo: los minutos van de 15 a 720, de 5 en 5'],
    [[{ ...option, price: -1 }], 'Largo: el precio no puede ser negativo'],
    [[option, { ...option, name: 'LARGO' }], 'LARGO está dos veces'],
    [
      Array.from({ length: 13 }, (_, i) => ({ ...option, name: `n${i}` })),
      'Un servicio puede tener hasta 12 opciones',
    ],
  ]
  for (const [list, sentence] of wrong) test(sentence, () => assert.equal(variantsError(list), sentence))

  test('add-ons may take no time; five at most', () => {
    assert.equal(addonsError([{ name: 'Brillo', duration_minutes: 0 }]), undefined)
    const six = Array.from({ length: 6 }, (_, i) => ({ ...option, name: `n${i}` }))
    assert.equal(addonsError(six), 'Un servicio puede tener hasta 5 adicionales')
  })

  test('professionals: each once, with minutes and price that can be', () => {
    assert.equal(byProfessionalError([{ professional_id: 1, price: 0 }, { professional_id: 2 }]), undefined)
    assert.equal(
      byProfessionalError([{ professional_id: 1 }, { professional_id: '1' }]),
      'Cada profesional va una sola vez',
    )
    assert.equal(
      byProfessionalError([{ professional_id: 1, duration_minutes: 12 }]),
      'Los minutos de un profesional van de 15 a 720, de 5 en 5',
    )
    assert.equal(byProfessionalError([{ price: 1 }]), 'Di de qué profesional es el precio')
  })
})

const pick = ({ duration_minutes, price }: { duration_minutes: number; price: number }) => [
  duration_minutes,
  price,
]
