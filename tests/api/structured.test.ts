import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { database, NOW, salon } from '../helper.ts'
import { headOf, PUBLIC_URL, site, structuredData } from '../pages.ts'

const db = await database()
const { get } = await site(db)

const EVIL = `Uñas </script><script>alert(1)</script> & "Co" <!-- \u2028\u2029 Ñ`

async function told(changes: Record<string, unknown> = {}, prepare?: (id: number) => Promise<unknown>) {
  const place = await salon(db)
  if (Object.keys(changes).length > 0)
    await db.updateTable('businesses').set(changes).where('id', '=', place.business_id).execute()
  await prepare?.(place.business_id)
  const { body } = await get(`/negocio/${place.slug}`)
  const data = structuredData(body)
  assert.equal(data.length, 1)
  valid(data[0])
  return { place, body, data: data[0] }
}

describe('the structured data of a business', () => {
  test('says what the page says: kind, place, hours, services, how to book', async () => {
    const { place, data } = await told({
      business_type: 'Peluquería / Barbería',
      city: 'Medellín',
      latitude: 6.2,
      longitude: -75.5,
      instagram: '@salon',
      gallery_images: '["/files/a-900.webp"]',
      logo_url: '/files/b-300.webp',
    })
    const url = `${PUBLIC_URL}/negocio/${place.slug}`
    assert.equal(data['@type'], 'HairSalon')
    assert.equal(data.url, url)
    assert.equal(data.telephone, '+573001112233')
    assert.deepEqual(data.address, {
      '@type': 'PostalAddress',
      streetAddress: 'Calle 1 # 2-3',
      addressLocality: 'Medellín',
    })
    assert.deepEqual([data.geo.latitude, data.geo.longitude], [6.2, -75.5])
    assert.deepEqual(data.sameAs, ['https://instagram.com/@salon'.replace('@', '')])
    assert.deepEqual(data.image, [`${PUBLIC_URL}/files/a-900.webp`, `${PUBLIC_URL}/files/b-300.webp`])
    assert.equal(data.logo, `${PUBLIC_URL}/files/b-300.webp`)
    assert.equal(data.priceRange, '$ 55.000')
    const [offer] = data.hasOfferCatalog.itemListElement
    assert.deepEqual([offer.price, offer.priceCurrency, offer.itemOffered.name], [55_000, 'COP', 'Corte'])
    assert.equal(offer.url, `${url}?servicio=${place.service_id}`)
    assert.equal(data.potentialAction.target.urlTemplate, url)
    assert.equal(data.aggregateRating, undefined)
    assert.equal(data.review, undefined)
    assert.equal((await get(offer.url.slice(PUBLIC_URL.length))).status, 200)
  })

  test('names the nearest type of schema.org', async () => {
    const types = {
      'Spa / Centro de Estética': 'DaySpa',
      'Salón de Manicura': 'NailSalon',
      'Consultorio Médico': 'MedicalClinic',
      'Consultorio Dental': 'Dentist',
      'Centro de Masajes': 'HealthAndBeautyBusiness',
      Consultoría: 'ProfessionalService',
      'Taller de Reparación': 'LocalBusiness',
      Otro: 'LocalBusiness',
    }
    for (const [business_type, type] of Object.entries(types))
      assert.equal((await told({ business_type })).data['@type'], type)
  })

  test('says special hours and closed days of the next sixty days', async () => {
    const today = Temporal.PlainDate.from('2026-11-20')
    const { data } = await told({}, async (business_id) => {
      const day = (ahead: number, is_open: boolean, intervals: object[] = []) => ({
        business_id,
        professional_id: null,
        date: today.add({ days: ahead }).toString(),
        is_open,
        intervals: JSON.stringify(intervals),
        created_at: new Date(NOW).toISOString(),
      })
      await db
        .updateTable('business_hours')
        .set({ is_open: true, close_time: '24:00' })
        .where('business_id', '=', business_id)
        .execute()
      await db
        .insertInto('special_days')
        .values([
          day(2, true, [{ start_time: '10:00', end_time: '14:00' }]),
          day(4, false),
          day(5, false),
          day(7, true, [{ start_time: '00:00', end_time: '24:00' }]),
          day(61, false),
        ])
        .execute()
    })
    const at = (ahead: number) => today.add({ days: ahead }).toString()
    const hours = (first: number, last: number, opens: string, closes: string) => ({
      '@type': 'OpeningHoursSpecification',
      validFrom: at(first),
      validThrough: at(last),
      opens,
      closes,
    })
    assert.deepEqual(data.specialOpeningHoursSpecification, [
      hours(2, 2, '10:00', '14:00'),
      hours(4, 5, '00:00', '00:00'),
      hours(7, 7, '00:00', '23:59'),
    ])
    assert.ok(data.openingHoursSpecification.every(({ closes }: { closes: string }) => closes === '23:59'))
  })

  test('a lunch break makes two of a day, and a closed day is left out', async () => {
    const { data } = await told({}, async (id) => {
      const of = db.updateTable('business_hours').where('business_id', '=', id)
      await of
        .set({ lunch_start_time: '12:00', lunch_end_time: '13:30' })
        .where('day_of_week', '<', 6)
        .execute()
      await of.set({ is_open: false }).where('day_of_week', '=', 0).execute()
    })
    const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
    assert.deepEqual(
      data.openingHoursSpecification.map(({ dayOfWeek, opens, closes }: any) => [dayOfWeek, opens, closes]),
      [
        [week, '09:00', '12:00'],
        [week, '13:30', '18:00'],
        [['Saturday'], '09:00', '18:00'],
      ],
    )
  })

  test('what cannot be booked is not offered', async () => {
    const { data } = await told({ price_range: '$$' }, async (id) => {
      const more = { business_id: id, duration_minutes: 30, price: 1 }
      await db
        .insertInto('services')
        .values([
          { ...more, service_name: 'Oculto', is_active: false },
          { ...more, service_name: 'Borrado', deleted_at: new Date().toISOString() },
        ])
        .execute()
    })
    const names = data.hasOfferCatalog.itemListElement.map((offer: any) => offer.itemOffered.name)
    assert.deepEqual(names, ['Corte'])
    assert.equal(data.priceRange, '$$')
  })

  test('prices are those that somebody pays: of variants, none to be agreed upon, nothing that is not booked here', async () => {
    const { data } = await told({}, async (id) => {
      const more = { business_id: id, duration_minutes: 30, price: 1 }
      const variant = (id: number, price: number) => ({
        id,
        name: `Opción ${id}`,
        price,
        duration_minutes: 30,
      })
      await db
        .insertInto('services')
        .values([
          { ...more, service_name: 'A convenir', price: 0, price_kind: 'ask' },
          { ...more, service_name: 'Por teléfono', is_bookable_online: false },
          {
            ...more,
            service_name: 'Tintura',
            variants: JSON.stringify([variant(1, 90_000), variant(2, 70_000), variant(3, 120_000)]),
          },
        ])
        .execute()
    })
    const offers = data.hasOfferCatalog.itemListElement
    assert.deepEqual(Object.fromEntries(offers.map((one: any) => [one.itemOffered.name, one.price])), {
      Corte: 55_000,
      'A convenir': undefined,
      Tintura: 70_000,
    })
    assert.equal(data.priceRange, '$ 55.000 - $ 120.000')
  })

  test('reviews that are stored are told, of this business only, the newest five', async () => {
    const other = await salon(db)
    const review = { business_id: other.business_id, rating: 1, author_name: 'Otra', comment: 'Ajena' }
    await db.insertInto('reviews').values(review).execute()
    const { data, body } = await told({}, async (business_id) => {
      const ratings = [5, 5, 4, 5, 3, 5, 5]
      await db
        .insertInto('reviews')
        .values(
          ratings.map((rating, i) => ({
            business_id,
            rating,
            author_name: `Ana ${i}`,
            comment: i === 6 ? EVIL : null,
            created_at: `2026-11-0${i + 1}T12:00:00Z`,
          })),
        )
        .execute()
    })
    assert.deepEqual(data.aggregateRating, {
      '@type': 'AggregateRating',
      ratingValue: 4.6,
      reviewCount: 7,
    })
    assert.deepEqual(
      data.review.map((one: any) => [one.author.name, one.reviewRating.ratingValue, one.datePublished]),
      [
        ['Ana 6', 5, '2026-11-07'],
        ['Ana 5', 5, '2026-11-06'],
        ['Ana 4', 3, '2026-11-05'],
        ['Ana 3', 5, '2026-11-04'],
        ['Ana 2', 4, '2026-11-03'],
      ],
    )
    assert.equal(data.review[0].reviewBody, EVIL)
    assert.doesNotMatch(body, /Ajena/)
    // The reviews are for search engines only: they occur once, neither on the page nor in its data.
    assert.equal(body.split('Ana 6').length, 2)
  })

  test('text of the business stays text, whatever it holds', async () => {
    const { data, body } = await told({
      business_name: EVIL,
      description: EVIL,
      address: EVIL,
      city: EVIL,
      meta_title: EVIL.slice(0, 60),
      price_range: EVIL,
    })
    assert.equal(data.name, EVIL)
    assert.equal(data.address.streetAddress, EVIL)
    assert.equal(headOf(body).titles[0], EVIL.slice(0, 60))
    const [json] = /<script type="application\/ld\+json">.*?<\/script>/s.exec(body)!
    assert.doesNotMatch(json.slice(35, -9), /[<>&\u2028\u2029]/)
    assert.doesNotMatch(body, /<script>alert/)
  })

  test('a legal text of the business is no page of its own', async () => {
    const place = await salon(db)
    const { body } = await get(`/negocio/${place.slug}?ver=terminos`)
    assert.equal(structuredData(body).length, 0)
    assert.equal(headOf(body).meta('robots'), 'noindex')
    assert.match(headOf(body).titles[0]!, /^Términos y Condiciones - /)
  })
})

/**
 * What schema.org and Google's guide require of the types that we use: the fields, and the format of each.
 */
const text = (value: any) => typeof value === 'string' && value.length > 0
const number = (value: any) => typeof value === 'number' && Number.isFinite(value)
const url = (value: any) => URL.canParse(value) && /^https?:/.test(value)
const time = (value: any) => /^([01]\d|2[0-4]):[0-5]\d$/.test(value)
const day = (value: any) => /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/.test(value)
const date = (value: any) => /^\d{4}-\d\d-\d\d$/.test(value)
const listOf = (check: (value: any) => boolean) => (value: any) =>
  Array.isArray(value) && value.length > 0 && value.every(check)
const node =
  (...types: string[]) =>
  (value: any) =>
    types.includes(value?.['@type'])

const BUSINESS = {
  required: { '@id': url, url, name: text, potentialAction: node('ReserveAction') },
  optional: {
    description: text,
    image: listOf(url),
    logo: url,
    telephone: text,
    priceRange: text,
    currenciesAccepted: text,
    address: node('PostalAddress'),
    geo: node('GeoCoordinates'),
    sameAs: listOf(url),
    openingHoursSpecification: Array.isArray,
    specialOpeningHoursSpecification: Array.isArray,
    hasOfferCatalog: node('OfferCatalog'),
    aggregateRating: node('AggregateRating'),
    review: listOf(node('Review')),
  },
}
type Shape = Record<'required' | 'optional', Record<string, (value: any) => boolean>>
const SHAPES: Record<string, Shape> = {
  ...Object.fromEntries(
    [
      'LocalBusiness',
      'HairSalon',
      'DaySpa',
      'NailSalon',
      'MedicalClinic',
      'Dentist',
      'HealthAndBeautyBusiness',
      'ProfessionalService',
    ].map((type) => [type, BUSINESS]),
  ),
  PostalAddress: { required: { streetAddress: text }, optional: { addressLocality: text } },
  GeoCoordinates: { required: { latitude: number, longitude: number }, optional: {} },
  OpeningHoursSpecification: {
    required: { opens: time, closes: time },
    optional: { dayOfWeek: listOf(day), validFrom: date, validThrough: date },
  },
  OfferCatalog: { required: { name: text, itemListElement: listOf(node('Offer')) }, optional: {} },
  Offer: {
    required: { priceCurrency: (value) => /^[A-Z]{3}$/.test(value), itemOffered: node('Service') },
    // Without a price, it is agreed upon.
    optional: { price: number, url },
  },
  Service: { required: { name: text }, optional: {} },
  AggregateRating: { required: { ratingValue: number, reviewCount: number }, optional: {} },
  Review: {
    required: { author: node('Person'), reviewRating: node('Rating'), datePublished: date },
    optional: { reviewBody: text },
  },
  Rating: { required: { ratingValue: number }, optional: { bestRating: number, worstRating: number } },
  Person: { required: { name: text }, optional: {} },
  ReserveAction: { required: { target: node('EntryPoint') }, optional: { result: node('Reservation') } },
  EntryPoint: { required: { urlTemplate: url }, optional: { inLanguage: text } },
  Reservation: { required: {}, optional: { name: text } },
}

function valid(value: any, path = '$'): void {
  if (Array.isArray(value)) return value.forEach((item, i) => valid(item, `${path}[${i}]`))
  if (typeof value !== 'object' || value === null) return
  const shape = SHAPES[value['@type']]
  assert.ok(shape, `${path} is of no known type: ${value['@type']}`)
  if (path === '$') assert.equal(value['@context'], 'https://schema.org')
  for (const name of Object.keys(shape.required)) assert.ok(name in value, `${path}.${name} is missing`)
  for (const [name, item] of Object.entries(value)) {
    if (name === '@type' || name === '@context') continue
    const check: ((value: any) => boolean) | undefined = shape.required[name] ?? shape.optional[name]
    assert.ok(check, `${path}.${name} is not expected`)
    assert.ok(check(item), `${path}.${name}: ${JSON.stringify(item)}`)
    valid(item, `${path}.${name}`)
  }
}
