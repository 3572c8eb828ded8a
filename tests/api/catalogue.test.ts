/** Categories, hidden services, variants, add-ons, kinds of price, and what a service is with each professional. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BusinessId } from '#server/accounts/owner.ts'
import { setProfessionalTerms, updateService } from '#server/services/owner-queries.ts'
import { whileHeld } from '../held.ts'
import { api, booking, database, ownerHeaders, salon, times, type Salon } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'

const db = await database()
const { call } = await api(db)
const DATE = '2026-11-23'

const LONG = { name: 'Largo', duration_minutes: 90, price: 60_000 }
const SHORT = { name: 'Corto', duration_minutes: 30, price: 25_000.5 }
const MASK = { name: 'Hidratación', duration_minutes: 15, price: 20_000 }
const SHINE = { name: 'Brillo', duration_minutes: 0, price: 0 }

async function open(changes: Record<string, unknown> = {}) {
  const place = await salon(db, { duration_minutes: 60 })
  const headers = await ownerHeaders(db, place)
  const as = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown) =>
    call(method, url, { headers, body })
  const set = async (changes: Record<string, unknown>) => {
    const { status, body } = await as('PATCH', `/api/services/${place.service_id}`, changes)
    assert.equal(status, 200, body.error)
    return body.service
  }
  const service = await set(changes)
  return { ...place, as, set, service }
}
type Place = Awaited<ReturnType<typeof open>>

const book = (place: Salon, changes: Record<string, unknown> = {}) =>
  call('POST', '/api/appointments/public', {
    body: booking(place, { appointment_time: '10:00', ...changes }),
  })
const free = async (place: Place, query = ''): Promise<string[]> => {
  const url = `/api/schedules/available-slots/${place.professional_id}/${DATE}?serviceId=${place.service_id}${query}`
  const { status, body } = await call('GET', url)
  assert.equal(status, 200, body.error)
  return body.slots.map(({ time }: { time: string }) => time)
}
const detail = async (place: Place, id: number) => (await place.as('GET', `/api/appointments/${id}`)).body
const idsOf = (list: { id: number; name: string }[]) =>
  Object.fromEntries(list.map(({ id, name }) => [name, id]))

describe('variants and add-ons of a service', () => {
  test('are stored with ids that last, changed with it, and shown to the public', async () => {
    const place = await open({ variants: [SHORT, LONG], addons: [MASK] })
    const { variants, addons, version } = place.service
    assert.deepEqual(
      variants.map(({ id: _, ...rest }: { id: number }) => rest),
      [SHORT, LONG],
    )
    const ids = [...variants, ...addons].map(({ id }: { id: number }) => id)
    assert.equal(new Set(ids).size, 3)

    const [kept] = variants
    const renamed = await place.set({
      variants: [
        { ...LONG, name: 'Extra largo' },
        { ...kept, price: 1 },
      ],
      version,
    })
    assert.equal(renamed.version, version + 1)
    assert.equal(renamed.variants[1].id, kept.id)
    assert.equal(renamed.variants[1].price, 1)
    // What was removed never comes back as something else.
    assert.ok(!ids.includes(renamed.variants[0].id))
    const offer = (await call('GET', `/api/businesses/${place.business_id}/services`)).body.services[0]
    assert.deepEqual([offer.variants, offer.addons], [renamed.variants, addons])
  })

  test('what is wrong is refused with its sentence, and nothing is stored', async () => {
    const place = await open({ variants: [SHORT] })
    const other = await open({ variants: [LONG], addons: [MASK] })
    const cases: [object, string, string][] = [
      [{ variants: [{ ...SHORT, name: '' }] }, 'variants', 'Ponle un nombre a cada opción'],
      [
        { variants: [{ ...SHORT, duration_minutes: 10 }] },
        'variants',
        'Corto: los minutos van de 15 a 720, de 5 en 5',
      ],
      [
        { addons: Array.from({ length: 6 }, (_, i) => ({ ...MASK, name: `n${i}` })) },
        'addons',
        'Un servicio puede tener hasta 5 adicionales',
      ],
      // Another business's.
      [
        { variants: other.service.variants },
        'variants',
        'Una de las opciones ya no está. Cierra y vuelve a abrir el servicio.',
      ],
      [
        { addons: other.service.addons },
        'addons',
        'Una de las opciones ya no está. Cierra y vuelve a abrir el servicio.',
      ],
      [{ category_id: 999_999 }, 'category_id', 'Esa categoría ya no existe'],
      [
        { by_professional: [{ professional_id: other.professional_id, price: 1 }] },
        'by_professional',
        'Uno de los profesionales ya no existe',
      ],
      [{ price_kind: 'ask', price: 5 }, 'price', 'Un servicio gratis o a convenir no lleva precio'],
      [{ price_kind: 'x' }, 'price_kind', 'Ese tipo de precio no existe'],
      [{ is_hidden: 'sí' }, 'is_hidden', 'Debe ser verdadero o falso'],
    ]
    for (const [changes, field, sentence] of cases) {
      const { status, body } = await place.as('PATCH', `/api/services/${place.service_id}`, changes)
      assert.equal(status, 400, JSON.stringify(changes))
      assert.equal(body.fields[field], sentence)
    }
    const [after] = (await place.as('GET', '/api/services')).body.services
    assert.deepEqual(after, place.service)
  })

  test('what a professional took who was deleted meanwhile is left out, and refuses nothing', async () => {
    const place = await open()
    const { body } = await place.as('POST', '/api/professionals', { professional_name: 'Luis Prada' })
    const [ana, luis] = [place.professional_id, body.professional.id]
    const both = (price: number) => ({
      by_professional: [ana, luis].map((professional_id) => ({ professional_id, price })),
    })
    const change = (changes: object) => place.as('PATCH', `/api/services/${place.service_id}`, changes)
    assert.equal((await change(both(1000))).body.service.by_professional.length, 2)
    assert.equal((await place.as('DELETE', `/api/professionals/${luis}`)).status, 200)
    const { status, body: stored } = await change(both(2000))
    assert.equal(status, 200, stored.error)
    assert.deepEqual(stored.service.by_professional, [
      { professional_id: ana, price: 2000, duration_minutes: null },
    ])
  })

  test('the database bounds them, whoever writes', async () => {
    const place = await open()
    const refused = async (changes: object) => {
      const update = db.updateTable('services').set(changes).where('id', '=', place.service_id)
      await assert.rejects(update.execute(), /violates check constraint/)
    }
    const list = (count: number) =>
      JSON.stringify(Array.from({ length: count }, (_, id) => ({ id, ...SHORT })))
    await refused({ variants: list(13) })
    await refused({ addons: list(6) })
    await refused({ variants: JSON.stringify([{ id: 1, ...SHORT, duration_minutes: 0 }]) })
    await refused({
      addons: JSON.stringify([
        { id: 1, ...SHORT },
        { id: 1, ...LONG },
      ]),
    })
    await refused({ addons: JSON.stringify([{ id: 1, ...SHORT, price: -1 }]) })
    await refused({ addons: '{}' })
    await refused({ price_kind: 'free', price: 5 })
  })
})

describe('booking what was chosen', () => {
  test('takes its time and price, in free times and appointment, with its name everywhere', async () => {
    const place = await open({ variants: [SHORT, LONG], addons: [MASK, SHINE], buffer_after: 15 })
    const { Largo, Corto } = idsOf(place.service.variants)
    const { Hidratación: mask, Brillo: shine } = idsOf(place.service.addons)
    assert.deepEqual(await free(place, `&variantId=${Largo}&addonIds=${mask}`), times('09:00', '16:00'))
    const choice = { variant_id: Largo, addon_ids: [mask, shine], price: 1, duration_minutes: 15 }
    const { status, body } = await book(place, choice)
    assert.equal(status, 201, body.error)
    const { service_name, duration_minutes, price, price_kind } = body.appointment
    assert.deepEqual(
      { service_name, duration_minutes, price, price_kind },
      {
        service_name: 'Corte · Largo + Hidratación + Brillo',
        duration_minutes: 105,
        price: 80_000,
        price_kind: 'from',
      },
    )
    const { appointment } = await detail(place, body.appointment.id)
    assert.deepEqual(appointment.variant, place.service.variants[1])
    assert.deepEqual(appointment.addons, place.service.addons)
    const row = await db
      .selectFrom('appointments')
      .selectAll()
      .where('id', '=', appointment.id)
      .executeTakeFirstOrThrow()
    assert.equal(row.catalogue_name, 'Corte')
    assert.equal(row.ends_at - row.starts_at, 105 * 60_000)
    assert.match(row.occupied, /T15:00:00Z","2026-11-23T17:00:00Z"/)
    // The next one begins after its cleaning.
    assert.equal((await book(place, { variant_id: Corto, appointment_time: '11:30' })).status, 409)
    assert.equal((await book(place, { variant_id: Corto, appointment_time: '12:00' })).status, 201)
  })

  test('an option that is missing, gone or another service’s is refused with its sentence', async () => {
    const place = await open({ variants: [SHORT], addons: [MASK] })
    const other = await open({ variants: [LONG], addons: [SHINE] })
    const [variant] = place.service.variants
    const cases: [Record<string, unknown>, string, string][] = [
      [{}, 'variant_id', 'Elige una opción de Corte'],
      [
        { variant_id: other.service.variants[0].id },
        'variant_id',
        'Esa opción ya no está disponible. Elige otra, por favor.',
      ],
      [{ variant_id: 'x' }, 'variant_id', 'Esa opción ya no está disponible. Elige otra, por favor.'],
      [
        { variant_id: variant.id, addon_ids: [other.service.addons[0].id] },
        'addon_ids',
        'Uno de los adicionales ya no está disponible. Elige de nuevo, por favor.',
      ],
      [
        { variant_id: variant.id, addon_ids: 'x' },
        'addon_ids',
        'Uno de los adicionales ya no está disponible. Elige de nuevo, por favor.',
      ],
    ]
    for (const [choice, field, sentence] of cases) {
      const { status, body } = await book(place, choice)
      assert.deepEqual([status, body.fields?.[field]], [400, sentence], JSON.stringify(choice))
      const byOwner = await place.as(
        'POST',
        '/api/appointments',
        booking(place, { appointment_time: '10:00', ...choice }),
      )
      assert.deepEqual([byOwner.status, byOwner.body.fields?.[field]], [400, sentence])
    }
    const url = `/api/schedules/available-days/${place.professional_id}?serviceId=${place.service_id}&variantId=${other.service.variants[0].id}`
    const asked = await call('GET', url)
    assert.deepEqual(
      [asked.status, asked.body.fields.variant_id],
      [400, 'Esa opción ya no está disponible. Elige otra, por favor.'],
    )
    assert.equal(
      (
        await db
          .selectFrom('appointments')
          .select('id')
          .where('business_id', '=', place.business_id)
          .execute()
      ).length,
      0,
    )
  })

  test('a repeated request gets the first answer, whatever became of the catalogue', async () => {
    const place = await open({ variants: [SHORT] })
    const body = booking(place, { appointment_time: '10:00', variant_id: place.service.variants[0].id })
    const headers = { 'idempotency-key': 'with a variant' }
    const first = await call('POST', '/api/appointments/public', { body, headers })
    assert.equal(first.status, 201)
    await place.set({ variants: [], price: 1 })
    const again = await call('POST', '/api/appointments/public', { body, headers })
    assert.deepEqual(again.body.appointment, first.body.appointment)
  })

  test('figures count the service, whatever was chosen with it', async () => {
    const place = await open({ variants: [SHORT], addons: [MASK] })
    const variant_id = place.service.variants[0].id
    await book(place, { variant_id })
    await book(place, { variant_id, addon_ids: [place.service.addons[0].id], appointment_time: '14:00' })
    const { body } = await place.as('GET', `/api/businesses/metrics?period=month&from=${DATE}&to=${DATE}`)
    assert.deepEqual(
      body.metrics.top_services.map(({ name, count }: { name: string; count: number }) => [name, count]),
      [['Corte', 2]],
    )
  })
})

describe('what was booked', () => {
  test('stays when the catalogue changes, also when it is moved; by the portal too', async () => {
    const place = await open({ variants: [SHORT, LONG], addons: [MASK] })
    const [, long] = place.service.variants
    const [mask] = place.service.addons
    const { body } = await book(place, { variant_id: long.id, addon_ids: [mask.id] })
    const { id } = body.appointment
    await place.set({ variants: [{ ...SHORT, name: 'Otro' }], addons: [], price_kind: 'fixed' })
    const moved = await place.as('PATCH', `/api/appointments/${id}`, { appointment_time: '14:00' })
    assert.equal(moved.status, 200, moved.body.error)
    const token = body.portal_token
    const times = await call('POST', `/api/appointments/client/free-times/${id}`, { body: { token } })
    const day = times.body.days.find(({ date }: { date: string }) => date === DATE)
    // 105 minutes do not fit before six after 16:00.
    assert.equal(day.times.at(-1), '16:00')
    const request = { token, new_date: DATE, new_time: '09:00' }
    const byClient = await call('POST', `/api/appointments/client/reschedule/${id}`, { body: request })
    assert.equal(byClient.status, 200, byClient.body.error)
    const { appointment } = await detail(place, id)
    const { service_name, duration_minutes, price, price_kind, variant, addons } = appointment
    assert.deepEqual(
      { service_name, duration_minutes, price, price_kind, variant, addons },
      {
        service_name: 'Corte · Largo + Hidratación',
        duration_minutes: 105,
        price: 80_000,
        price_kind: 'from',
        variant: long,
        addons: [mask],
      },
    )
  })

  test('the owner changes what was chosen; what was booked can stay, and a move back brings all back', async () => {
    const place = await open({ variants: [SHORT, LONG], addons: [MASK, SHINE] })
    const [short, long] = place.service.variants
    const [mask, shine] = place.service.addons
    const { body } = await book(place, { variant_id: long.id, addon_ids: [mask.id] })
    const { id } = body.appointment
    const was = (await detail(place, id)).appointment
    await place.set({ variants: [{ ...short, price: 90_000 }], addons: [shine] })
    const changed = await place.as('PATCH', `/api/appointments/${id}`, { addon_ids: [mask.id, shine.id] })
    assert.equal(changed.status, 200, changed.body.error)
    assert.equal(changed.body.appointment.service_name, 'Corte · Largo + Brillo + Hidratación')
    assert.deepEqual(
      [changed.body.appointment.duration_minutes, changed.body.appointment.price],
      [105, 80_000],
    )
    const shorter = await place.as('PATCH', `/api/appointments/${id}`, {
      variant_id: short.id,
      addon_ids: [],
      appointment_time: '14:00',
    })
    assert.deepEqual(
      [shorter.body.appointment.duration_minutes, shorter.body.appointment.price],
      [30, 90_000],
    )
    const { history } = await detail(place, id)
    assert.equal(history.at(-1).old.service_name, 'Corte · Largo + Brillo + Hidratación')
    const undone = await place.as('POST', `/api/appointments/${id}/undo-move`, {
      move_id: shorter.body.move_id,
    })
    assert.equal(undone.status, 200, undone.body.error)
    const { appointment } = await detail(place, id)
    assert.deepEqual(
      [appointment.variant, appointment.addons, appointment.duration_minutes, appointment.price],
      [was.variant, [shine, mask], 105, 80_000],
    )
  })

  test('a longer choice that does not fit is refused, and nothing has changed', async () => {
    const place = await open({ variants: [SHORT, LONG] })
    const [short, long] = place.service.variants
    const { body } = await book(place, { variant_id: short.id })
    assert.equal((await book(place, { variant_id: short.id, appointment_time: '10:30' })).status, 201)
    const refused = await place.as('PATCH', `/api/appointments/${body.appointment.id}`, {
      variant_id: long.id,
    })
    assert.equal(refused.status, 409)
    assert.ok(refused.body.alternatives.length > 0)
    assert.equal((await detail(place, body.appointment.id)).appointment.variant.id, short.id)
  })
})

describe('with each professional', () => {
  test('own minutes and price, in free times and appointment, where no variant says them', async () => {
    const place = await open({ price: 40_000, addons: [MASK] })
    const second = await place.as('POST', '/api/professionals', { professional_name: 'Luis Prada' })
    const luis = second.body.professional.id
    const { version } = place.service
    const after = await place.set({
      by_professional: [{ professional_id: luis, price: 55_000, duration_minutes: 90 }],
      version,
    })
    assert.equal(after.version, version + 1)
    const same = await place.set({
      by_professional: [{ professional_id: luis, price: 55_000, duration_minutes: 90 }],
    })
    assert.equal(same.version, after.version, 'nothing changed')
    const withLuis = { ...place, professional_id: luis }
    assert.deepEqual((await free(place)).slice(-1), ['17:00'])
    assert.deepEqual((await free(withLuis)).slice(-1), ['16:30'])
    const { body } = await book(withLuis, { addon_ids: [place.service.addons[0].id] })
    assert.deepEqual([body.appointment.duration_minutes, body.appointment.price], [105, 75_000])
    assert.equal((await book(place)).body.appointment.price, 40_000)
    const offer = (await call('GET', `/api/businesses/${place.business_id}/services`)).body.services[0]
    assert.deepEqual(offer.by_professional, [{ professional_id: luis, price: 55_000, duration_minutes: 90 }])
    // Another form that was open is told.
    const stale = await place.as('PATCH', `/api/services/${place.service_id}`, {
      by_professional: [],
      version,
    })
    assert.equal(stale.status, 409)
    assert.deepEqual(stale.body.current.by_professional, offer.by_professional)
    assert.deepEqual((await place.set({ by_professional: [] })).by_professional, [])
    assert.deepEqual((await free(withLuis)).slice(-1), ['17:00'])
  })

  test('a form that waited for another one is told what that one left', async () => {
    const place = await open({ price: 40_000 })
    const { version } = place.service
    const terms = { professional_id: place.professional_id, price: 55_000, duration_minutes: 90 }
    const { business_id, service_id } = place
    const { status, body } = await whileHeld(
      db,
      (tx) => updateService(tx, business_id as BusinessId, service_id, {}, { isOther: true }),
      () => place.as('PATCH', `/api/services/${service_id}`, { by_professional: [], version }),
      (tx) => setProfessionalTerms(tx, business_id as BusinessId, service_id, [terms]),
    )
    assert.deepEqual([status, body.current?.by_professional], [409, [terms]])
  })
})

describe('what is shown and what can be booked', () => {
  test('hidden: in no list, there by its link, booked as any other', async () => {
    const place = await open({ is_hidden: true })
    const list = async (query = '') =>
      (await call('GET', `/api/businesses/${place.business_id}/services${query}`)).body.services.map(
        ({ id }: { id: number }) => id,
      )
    assert.deepEqual(await list(), [])
    assert.deepEqual(await list(`?service=${place.service_id}`), [place.service_id])
    const other = await open({ is_hidden: true })
    assert.deepEqual(await list(`?service=${other.service_id}`), [])
    assert.equal((await book(place)).status, 201)
    await place.set({ is_active: false })
    assert.deepEqual(await list(`?service=${place.service_id}`), [])
  })

  test('not booked online: shown, without free times, and refused; the business books it, its client moves it', async () => {
    const place = await open({ is_bookable_online: false })
    const offer = (await call('GET', `/api/businesses/${place.business_id}/services`)).body.services
    assert.equal(offer[0].is_bookable_online, false)
    assert.deepEqual(await free(place), [])
    const refused = await book(place)
    // As a client is told whom the business blocked.
    assert.equal(refused.status, 409)
    assert.match(refused.body.error, /^Para reservar, comunícate con .+ al \+57 \d{3} \d{3} \d{4}$/)
    assert.equal(refused.body.alternatives, undefined)
    const own = await place.as('POST', '/api/appointments', booking(place, { appointment_time: '10:00' }))
    assert.equal(own.status, 201, own.body.error)
    const { id } = own.body.appointment
    const moved = await place.as('PATCH', `/api/appointments/${id}`, { appointment_time: '15:00' })
    assert.equal(moved.status, 200)
  })

  test('free and to be agreed on: said with the appointment too', async () => {
    const place = await open({ price: 0, price_kind: 'ask' })
    const { body } = await book(place)
    assert.deepEqual([body.appointment.price, body.appointment.price_kind], [0, 'ask'])
    const { appointments } = (await call('GET', `/api/client-auth/validate-token?token=${body.portal_token}`))
      .body
    assert.equal(appointments[0].price_kind, 'ask')
  })
})

describe('categories', () => {
  test('are added, renamed, arranged and removed; services stay', async () => {
    const place = await open()
    const add = async (category_name: string) => {
      const { status, body } = await place.as('POST', '/api/service-categories', { category_name })
      assert.equal(status, 201, body.error)
      return body.category
    }
    const [hair, nails] = [await add(' Cabello '), await add('Uñas')]
    assert.equal(hair.category_name, 'Cabello')
    const names = async () =>
      (await place.as('GET', '/api/service-categories')).body.categories.map((one: any) => one.category_name)
    assert.deepEqual(await names(), ['Cabello', 'Uñas'])
    await place.as('PUT', '/api/service-categories/order', { ids: [nails.id] })
    assert.deepEqual(await names(), ['Uñas', 'Cabello'])
    const path = `/api/service-categories/${hair.id}`
    const renamed = await place.as('PATCH', path, { category_name: 'Pelo', version: 1 })
    assert.deepEqual([renamed.status, renamed.body.category.version], [200, 2])
    const stale = await place.as('PATCH', path, { category_name: 'x', version: 1 })
    assert.deepEqual([stale.status, stale.body.current.category_name], [409, 'Pelo'])
    const twice = await place.as('POST', '/api/service-categories', { category_name: 'uñas' })
    assert.deepEqual(
      [twice.status, twice.body.fields.category_name],
      [409, 'Ya tienes una categoría con ese nombre'],
    )
    assert.equal((await place.as('PATCH', path, { category_name: 'UÑAS' })).status, 409)
    assert.equal(
      (await place.as('POST', '/api/service-categories', { category_name: ' ' })).body.fields.category_name,
      'El nombre de la categoría es requerido',
    )

    assert.equal((await place.set({ category_id: hair.id })).category_id, hair.id)
    const offer = async () => (await call('GET', `/api/businesses/${place.business_id}/services`)).body
    // Those without a service are not shown.
    assert.deepEqual((await offer()).categories, [{ id: hair.id, category_name: 'Pelo' }])
    const removed = await place.as('DELETE', path)
    assert.deepEqual([removed.status, removed.body.services[0].category_id], [200, null])
    assert.deepEqual((await offer()).categories, [])
  })

  test('are the business’s own', async () => {
    const [mine, other] = [await open(), await open()]
    const { category } = (await other.as('POST', '/api/service-categories', { category_name: 'Ajena' })).body
    const path = `/api/service-categories/${category.id}`
    assert.equal((await mine.as('PATCH', path, { category_name: 'x' })).status, 404)
    assert.equal((await mine.as('DELETE', path)).status, 404)
    assert.equal((await mine.as('PUT', '/api/service-categories/order', { ids: [category.id] })).status, 404)
    const refused = await mine.as('PATCH', `/api/services/${mine.service_id}`, { category_id: category.id })
    assert.deepEqual([refused.status, refused.body.fields.category_id], [400, 'Esa categoría ya no existe'])
    assert.deepEqual((await mine.as('GET', '/api/service-categories')).body.categories, [])
  })

  test('thirty at most, also when many are added at once', async () => {
    const place = await owner(call)
    await withOffer(place)
    const add = (n: number) => place.as('POST', '/api/service-categories', { category_name: `Grupo ${n}` })
    for (let n = 0; n < 28; n++) assert.equal((await add(n)).status, 201)
    const answers = await Promise.all([28, 29, 30, 31].map(add))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 409, 409])
    assert.match(answers.find(({ status }) => status === 409)!.body.error, /hasta 30 categorías/)
  })
})
