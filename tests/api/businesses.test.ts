import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { occupiedOf } from '#server/database/occupied.ts'
import { api, database } from '../helper.ts'
import { owner, PASSWORD, withOffer, type Owner } from '../owner.ts'

const db = await database()
const { call, clock } = await api(db)

const profileOf = async ({ as }: Owner) => (await as('GET', '/api/businesses/profile')).body.business
const change = ({ as }: Owner, fields: object) => as('PUT', '/api/businesses/profile', fields)
const bySlug = (slug: string) => call('GET', `/api/businesses/public/slug/${slug}`)

describe('the profile', () => {
  test('has every specified field', async () => {
    const profile = await profileOf(await owner(call))
    for (const field of [
      'id',
      'business_name',
      'business_type',
      'phone',
      'email',
      'address',
      'description',
      'website',
      'facebook',
      'instagram',
      'twitter',
      'whatsapp',
      'reminder_hours',
      'timezone',
      'currency',
      'slug',
      'meta_title',
      'meta_description',
      'featured_image',
      'brand_color',
      'brand_color_secondary',
      'logo_url',
      'gallery_images',
      'schedules',
      'city',
      'state',
      'country',
      'latitude',
      'longitude',
      'price_range',
      'is_virtual',
      'slot_interval_minutes',
      'notify_team_bookings',
      'max_future_appointments',
      'asks_email',
    ])
      assert.ok(field in profile, field)
    assert.deepEqual(
      [profile.timezone, profile.currency, profile.gallery_images],
      ['America/Bogota', 'COP', '[]'],
    )
  })

  test('keeps what is sent, verbatim, and what is left out', async () => {
    const mine = await owner(call)
    const before = await profileOf(mine)
    const changes = {
      business_name: "Çà & 'là' <script>",
      business_type: 'Otro',
      phone: '+34612345678',
      address: "Calle 9 # 1'; drop table",
      city: 'Medellín',
      state: 'Antioquia',
      country: 'Colombia',
      latitude: 6.25,
      longitude: -75.56,
      description: 'Línea 1\nLínea 2 😀',
      website: 'https://salon.example/?a=1&b=2',
      facebook: 'salon',
      instagram: '@salon',
      twitter: 'https://x.com/salon',
      whatsapp: '+57 300 123 4567',
      price_range: '$$',
      timezone: 'Europe/Madrid',
      currency: 'EUR',
      reminder_hours: 12,
      slot_interval_minutes: 15,
      max_future_appointments: 8,
      asks_email: 'optional',
      meta_title: 'T'.repeat(60),
      meta_description: 'D'.repeat(160),
      featured_image: 'https://cdn.example/a.jpg',
    }
    const { status, body } = await change(mine, changes)
    assert.equal(status, 200)
    const after = await profileOf(mine)
    assert.deepEqual(body.business, after)
    assert.deepEqual(after, { ...before, ...changes, version: before.version + 1 })

    assert.equal((await change(mine, {})).status, 200)
    assert.deepEqual(await profileOf(mine), after)
    await change(mine, { description: null, website: '', city: ' ', latitude: null, longitude: null })
    const emptied = { description: null, website: null, city: null, latitude: null, longitude: null }
    assert.deepEqual(await profileOf(mine), { ...after, ...emptied, version: after.version + 1 })

    const page = (await bySlug(after.slug)).body.business
    for (const field of [
      'business_name',
      'phone',
      'facebook',
      'instagram',
      'whatsapp',
      'meta_title',
      'timezone',
      'currency',
    ])
      assert.equal(page[field], after[field], field)
  })

  test('has a WhatsApp number with the code of its country, however it was typed', async () => {
    const mine = await owner(call)
    for (const [phone, typed, stored] of [
      ['+573001112233', '300-412-8819', '+573004128819'],
      ['+573001112233', '573004128819', '+573004128819'],
      ['+34612345678', '612 345 679', '+34612345679'],
    ] as const) {
      const { status, body } = await change(mine, { phone, whatsapp: typed })
      assert.deepEqual([status, body.business.whatsapp], [200, stored])
    }
  })

  test('is changed although something else of the business changed since the form was opened', async () => {
    const mine = await owner(call)
    const { version } = await profileOf(mine)
    assert.equal((await mine.as('PUT', '/api/messages/greetings', { greets_birthdays: true })).status, 200)
    await db
      .updateTable('businesses')
      .set({ reminder_channel: 'both', holiday_policy: 'closed', holiday_country: 'CO', max_services: 7 })
      .where('id', '=', mine.business_id)
      .execute()
    const { status, body } = await mine.as('PATCH', '/api/businesses/profile', {
      reminder_hours: 12,
      version,
    })
    assert.deepEqual([status, body.business?.reminder_hours], [200, 12])
  })

  test('is changed of the version that was edited', async () => {
    const mine = await owner(call)
    const { version } = await profileOf(mine)
    const patch = (fields: object) => mine.as('PATCH', '/api/businesses/profile', fields)
    const { status, body } = await patch({ city: 'Cali', version })
    assert.deepEqual([status, body.business.city, body.business.version], [200, 'Cali', version + 1])
    const late = await patch({ description: 'Otra', version })
    assert.deepEqual(
      [late.status, late.body],
      [
        409,
        {
          success: false,
          error: 'Esto cambió mientras lo editabas. Revisa cómo quedó ahora.',
          current: body.business,
        },
      ],
    )
    assert.deepEqual(await profileOf(mine), body.business)
    // Sending the stored value again is not a change.
    await patch({ city: 'Cali' })
    assert.deepEqual(await profileOf(mine), body.business)
    const answers = await Promise.all(
      ['A', 'B'].map((city) => patch({ city, version: body.business.version })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  })

  test('refuses what is wrong with a sentence for each field, and changes nothing', async () => {
    const mine = await owner(call)
    const before = await profileOf(mine)
    const wrong: Record<string, unknown[]> = {
      business_name: ['', null, 'x'.repeat(121), 'a\u0000b'],
      business_type: ['Circo'],
      email: ['x', ''],
      phone: ['+57123', null],
      address: [''],
      description: ['x'.repeat(501)],
      website: ['javascript:alert(1)'],
      facebook: ['x'.repeat(256)],
      whatsapp: ['llámame'],
      timezone: ['America/Lima', null],
      currency: ['BTC'],
      reminder_hours: [13, '12'],
      slot_interval_minutes: [7],
      max_future_appointments: [4],
      asks_email: ['never', null, true],
      min_notice_minutes: [-1],
      horizon_days: [0, 366],
      meta_title: ['x'.repeat(61)],
      meta_description: ['x'.repeat(161)],
      brand_color: ['red', '#12345'],
      slug: ['Mi Salón', 'SALON', '12345', 'admin', 'ab', '-salon-', 7],
      latitude: [91],
      longitude: ['x'],
      logo_url: ['data:image/png;base64,AA', '//otro.example/x'],
      gallery_images: ['x', '["javascript:1"]'],
      is_virtual: ['sí'],
    }
    const cases = Object.entries(wrong).flatMap(([field, values]) =>
      values.map((value) => [field, value] as const),
    )
    for (const [field, value] of cases) {
      const { status, body } = await change(mine, { city: 'Cali', [field]: value })
      assert.equal(status, 400, `${field}: ${value}`)
      assert.ok(body.fields[field], `${field}: ${value}`)
      assert.equal(body.success, false)
    }
    for (const body of [[], undefined])
      assert.equal((await mine.as('PUT', '/api/businesses/profile', body)).status, 400)
    assert.deepEqual(await profileOf(mine), before)
  })

  test('id, schedules, state and fields that do not exist are not settable', async () => {
    const [mine, other] = [await owner(call), await owner(call)]
    const before = await profileOf(mine)
    const { status } = await change(mine, {
      id: other.business_id,
      created_at: '2020-01-01',
      schedules: [],
      suspended_at: '2020-01-01T00:00:00Z',
      password_hash: 'x',
      nada: 1,
    })
    assert.equal(status, 200)
    assert.deepEqual(await profileOf(mine), before)
  })

  test('the e-mail is the log-in; another account’s is refused in any case', async () => {
    const [mine, other] = [await owner(call), await owner(call)]
    const taken = await change(mine, {
      email: ` ${other.email.toUpperCase()}`,
      city: 'Cali',
      currentPassword: PASSWORD,
    })
    assert.deepEqual([taken.status, taken.body.fields.email], [409, 'Ya existe una cuenta con este email'])
    assert.equal((await profileOf(mine)).city, null)

    assert.equal(
      (await change(mine, { email: 'nuevo@correo.example', currentPassword: PASSWORD })).status,
      200,
    )
    assert.equal((await mine.as('GET', '/api/auth/verify')).status, 200)
    const login = (email: string) => call('POST', '/api/auth/login', { body: { email, password: PASSWORD } })
    assert.equal((await login(mine.email)).status, 401)
    assert.equal((await login('NUEVO@correo.example')).status, 200)
    assert.equal((await change(mine, { email: 'Nuevo@Correo.example' })).status, 200)
  })

  test('another e-mail needs the current password, whose guesses are bounded; all else does not', async () => {
    const mine = await owner(call)
    const email = 'cambiado@correo.example'
    for (const password of [{}, { currentPassword: '' }]) {
      const { status, body } = await change(mine, { email, city: 'Cali', ...password })
      const missing = 'Para cambiar el correo, escribe tu contraseña actual'
      assert.deepEqual([status, body.error, body.fields], [400, missing, { currentPassword: missing }])
    }
    for (let i = 0; i < 10; i++) {
      const { status, body } = await change(mine, { email, currentPassword: `adivinada-${i}` })
      const wrong = { currentPassword: 'La contraseña actual no es correcta' }
      assert.deepEqual([status, body.fields], [400, wrong])
    }
    const limited = await change(mine, { email, currentPassword: PASSWORD })
    assert.deepEqual([limited.status, Number(limited.headers['retry-after']) > 0], [429, true])
    assert.deepEqual(await profileOf(mine).then((row) => [row.email, row.city]), [mine.email, null])
    // Forms that send what was there, in whatever capitals, go on unasked.
    assert.equal((await change(mine, { email: mine.email.toUpperCase(), city: 'Cali' })).status, 200)
    assert.equal((await mine.as('GET', '/api/auth/verify')).status, 200)
    clock.now += 15 * 60_000
    assert.equal((await change(mine, { email, currentPassword: PASSWORD })).status, 200)
    clock.now -= 15 * 60_000
  })

  test('the same free e-mail taken by eight owners at once is one owner’s', async () => {
    const owners = await Promise.all(Array.from({ length: 8 }, () => owner(call)))
    const answers = await Promise.all(
      owners.map((each) => change(each, { email: 'deseado@correo.example', currentPassword: PASSWORD })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)])
  })

  test('a business becomes virtual and has a place again', async () => {
    const mine = await owner(call)
    await change(mine, { is_virtual: true })
    let profile = await profileOf(mine)
    assert.deepEqual([profile.is_virtual, profile.address, profile.latitude], [true, null, null])
    assert.ok((await change(mine, { is_virtual: false })).body.fields.address)
    assert.equal((await change(mine, { is_virtual: false, address: 'Calle 2' })).status, 200)
    profile = await profileOf(mine)
    assert.deepEqual([profile.is_virtual, profile.address], [false, 'Calle 2'])
  })

  test('the second colour follows the first unless it is chosen too', async () => {
    const mine = await owner(call)
    const colours = async () => {
      const { brand_color, brand_color_secondary } = await profileOf(mine)
      return [brand_color, brand_color_secondary]
    }
    await change(mine, { brand_color: '#ff8000' })
    assert.deepEqual(await colours(), ['#ff8000', '#cc6600'])
    await change(mine, { brand_color: '#ffffff', brand_color_secondary: '#000000' })
    assert.deepEqual(await colours(), ['#ffffff', '#000000'])
    await change(mine, { city: 'Cali' })
    assert.deepEqual(await colours(), ['#ffffff', '#000000'])
    await change(mine, { brand_color: '' })
    assert.deepEqual(await colours(), [null, null])
  })
})

describe('the address of the page', () => {
  test('a new one works, the old ones lead here, also back again', async () => {
    const mine = await owner(call)
    assert.equal((await change(mine, { slug: 'mi-salon-nuevo' })).status, 200)
    for (const slug of ['mi-salon-nuevo', mine.slug]) {
      const { body } = await bySlug(slug)
      assert.deepEqual([body.business.id, body.business.slug], [mine.business_id, 'mi-salon-nuevo'])
    }
    assert.equal((await change(mine, { slug: mine.slug })).status, 200)
    assert.equal((await bySlug('mi-salon-nuevo')).body.business.slug, mine.slug)
  })

  test('one that another business has, or had, is refused', async () => {
    const [mine, other] = [await owner(call), await owner(call)]
    await change(other, { slug: 'otra-direccion' })
    for (const slug of [other.slug, 'otra-direccion']) {
      const { status, body } = await change(mine, { slug, city: 'Cali' })
      assert.deepEqual([status, body.fields.slug], [409, 'Esa dirección ya está en uso, elige otra'])
      assert.equal((await bySlug(slug)).body.business.id, other.business_id)
    }
    assert.deepEqual([(await profileOf(mine)).slug, (await profileOf(mine)).city], [mine.slug, null])
  })

  test('a business holds ten addresses, also when it asks for many at once, and may go back to each of them', async () => {
    const mine = await owner(call)
    const wanted = Array.from({ length: 30 }, (_, i) => `acaparada-${mine.business_id}-${i}`)
    const answers = await Promise.all(wanted.map((slug) => change(mine, { slug })))
    const got = wanted.filter((_, i) => answers[i]!.status === 200)
    assert.equal(got.length, 9, `${wanted.length} tried, ${got.length} held besides the first`)
    const refused = answers.find(({ status }) => status === 409)!
    assert.equal(
      refused.body.fields.slug,
      'Tu negocio ya ha usado 10 direcciones. Puedes volver a una de ellas.',
    )
    for (const slug of [mine.slug, got[3]!]) assert.equal((await change(mine, { slug })).status, 200)
  })

  test('ten owners who want the same one at once: one gets it', async () => {
    const owners = await Promise.all(Array.from({ length: 10 }, () => owner(call)))
    const answers = await Promise.all(owners.map((each) => change(each, { slug: 'la-mas-bonita' })))
    const winner = answers.findIndex(({ status }) => status === 200)
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(409)])
    assert.equal((await bySlug('la-mas-bonita')).body.business.id, owners[winner]!.business_id)
    for (const [i, each] of owners.entries())
      assert.equal((await profileOf(each)).slug, i === winner ? 'la-mas-bonita' : each.slug)
  })

  test('an empty one is made from the name, numbered when it is taken', async () => {
    const [mine, other] = [await owner(call), await owner(call)]
    await change(other, { slug: 'barberia-don-jose' })
    await change(mine, { business_name: 'Barbería Don José', slug: '' })
    assert.equal((await profileOf(mine)).slug, 'barberia-don-jose-2')
    await change(mine, { slug: null })
    assert.equal((await profileOf(mine)).slug, 'barberia-don-jose-2')
    const long = 'a'.repeat(58) + 'bcdef'
    const [first, second] = [
      await owner(call, { business_name: long }),
      await owner(call, { business_name: long }),
    ]
    assert.equal(first.slug.length, 60)
    assert.equal(second.slug, `${'a'.repeat(58)}-2`)
  })

  test('can be asked for while typing', async () => {
    const [mine, other] = [await owner(call), await owner(call)]
    const ask = async (slug: string) =>
      (await mine.as('GET', `/api/businesses/slug-available?slug=${encodeURIComponent(slug)}`)).body
    assert.deepEqual(await ask('nadie-la-tiene'), {
      success: true,
      slug: 'nadie-la-tiene',
      available: true,
      reason: null,
      suggestion: null,
    })
    assert.equal((await ask(mine.slug)).available, true)
    const taken = await ask(other.slug)
    assert.deepEqual([taken.available, taken.suggestion], [false, `${other.slug}-2`])
    assert.match(taken.reason, /en uso/)
    for (const slug of ['Ñandú', 'admin', '12', '', "x' or 1=1"]) {
      const { available, reason, success } = await ask(slug)
      assert.deepEqual([success, available], [true, false], slug)
      assert.ok(reason)
    }
    assert.equal((await mine.as('GET', '/api/businesses/slug-available')).status, 400)
  })
})

describe('a changed time zone', () => {
  const rows = (business_id: number) =>
    db
      .selectFrom('appointments')
      .select(['appointment_date', 'appointment_time', 'starts_at', 'ends_at'])
      .where('business_id', '=', business_id)
      .orderBy('appointment_date')
      .orderBy('appointment_time')
      .execute()
  const put = async (
    mine: Owner,
    offer: { service_id: number; professional_id: number },
    at: string,
    minutes = 60,
    zone = 'America/Bogota',
  ) => {
    const starts = Temporal.PlainDateTime.from(at).toZonedDateTime(zone).epochMilliseconds
    await db
      .insertInto('appointments')
      .values({
        business_id: mine.business_id,
        ...offer,
        service_name: 'Corte',
        professional_name: 'Inés',
        price: 1,
        client_name: 'Eva',
        client_phone: '+573001112233',
        client_email: 'eva@correo.example',
        booked_by: 'client',
        appointment_date: at.slice(0, 10),
        appointment_time: at.slice(11, 16),
        duration_minutes: minutes,
        starts_at: new Date(starts).toISOString(),
        ends_at: new Date(starts + minutes * 6e4).toISOString(),
        occupied: occupiedOf(starts, starts + minutes * 6e4),
      })
      .execute()
  }

  test('keeps the wall-clock times and moves the instants, of a full week back to back', async () => {
    const mine = await owner(call)
    const offer = await withOffer(mine)
    for (const day of [23, 24, 25, 26, 27])
      for (let hour = 0; hour < 24; hour++)
        await put(mine, offer, `2026-11-${day}T${String(hour).padStart(2, '0')}:00`)
    const before = await rows(mine.business_id)
    assert.equal((await change(mine, { timezone: 'Europe/Madrid' })).status, 200)
    const after = await rows(mine.business_id)
    assert.equal(after.length, 120)
    for (const [i, row] of after.entries()) {
      assert.deepEqual(
        [row.appointment_date, row.appointment_time],
        [before[i]!.appointment_date, before[i]!.appointment_time],
      )
      assert.equal(row.starts_at, before[i]!.starts_at - 6 * 3_600_000)
      assert.equal(row.ends_at - row.starts_at, 3_600_000)
    }
    assert.equal((await change(mine, { timezone: 'America/Los_Angeles' })).status, 200)
    assert.equal((await rows(mine.business_id))[0]!.starts_at, before[0]!.starts_at + 3 * 3_600_000)
  })

  test('moves what is offered: today is the new zone’s', async () => {
    const mine = await owner(call)
    const { professional_id, service_id } = await withOffer(mine)
    const slots = `/api/schedules/available-slots/${professional_id}/2026-11-20?serviceId=${service_id}`
    assert.equal((await call('GET', slots)).body.slots[0].time, '10:30')
    await change(mine, { timezone: 'America/Los_Angeles' })
    assert.equal((await call('GET', slots)).body.slots[0].time, '09:00')
    await change(mine, { timezone: 'Europe/Madrid' })
    assert.equal((await call('GET', slots)).body.slots[0].time, '16:30')
  })

  test('is refused, with nothing changed, when two appointments would then overlap', async () => {
    const mine = await owner(call)
    const offer = await withOffer(mine)
    // Madrid skips 02:00 to 03:00 that night, so 02:30 and 03:00 would no longer be half an hour apart.
    await put(mine, offer, '2027-03-28T02:00', 30)
    await put(mine, offer, '2027-03-28T02:30', 30)
    await put(mine, offer, '2027-03-28T03:00', 30)
    const before = await rows(mine.business_id)
    const { status, body } = await change(mine, { timezone: 'Europe/Madrid', city: 'Madrid' })
    assert.equal(status, 409)
    assert.match(body.fields.timezone, /zona horaria/)
    assert.deepEqual(await rows(mine.business_id), before)
    const profile = await profileOf(mine)
    assert.deepEqual([profile.timezone, profile.city], ['America/Bogota', null])
  })
})

describe('the gallery', () => {
  const addresses = (n: number) => Array.from({ length: n }, (_, i) => `https://cdn.example/${i}.jpg`)

  test('is a JSON list of at most six, in its order, on the profile and the public page', async () => {
    const mine = await owner(call)
    const list = addresses(6).reverse()
    const { status, body } = await mine.as('PUT', '/api/businesses/gallery', {
      gallery_images: JSON.stringify(list),
    })
    assert.equal(status, 200)
    assert.deepEqual(JSON.parse(body.gallery_images), list)
    assert.deepEqual(JSON.parse((await profileOf(mine)).gallery_images), list)
    assert.deepEqual(JSON.parse((await bySlug(mine.slug)).body.business.gallery_images), list)

    const seven = await mine.as('PUT', '/api/businesses/gallery', {
      gallery_images: JSON.stringify(addresses(7)),
    })
    assert.deepEqual([seven.status, seven.body.error], [400, 'Máximo 6 imágenes permitidas'])
    for (const gallery_images of ['{}', '[1]', 'x', 7, undefined, '["data:x"]'])
      assert.equal((await mine.as('PUT', '/api/businesses/gallery', { gallery_images })).status, 400)
    assert.deepEqual(JSON.parse((await profileOf(mine)).gallery_images), list)
  })

  test('is put in another order, in which nothing that was added or removed meanwhile is lost or comes back', async () => {
    const mine = await owner(call)
    const [a, b, c, d] = addresses(4)
    const put = async (list: (string | undefined)[], only_order?: boolean) => {
      const gallery_images = JSON.stringify(list)
      const { status, body } = await mine.as('PUT', '/api/businesses/gallery', { gallery_images, only_order })
      assert.equal(status, 200, body.error)
      return JSON.parse(body.gallery_images)
    }
    await put([a, c, d])
    assert.deepEqual(await put([c, b, a], true), [c, a, d])
    assert.deepEqual(await put([c, b, a]), [c, b, a])
  })

  test('loses a picture by its address', async () => {
    const mine = await owner(call)
    const list = addresses(3)
    await mine.as('PUT', '/api/businesses/gallery', { gallery_images: JSON.stringify(list) })
    const { status, body } = await mine.as('DELETE', '/api/businesses/gallery/image', { image_url: list[1] })
    assert.deepEqual([status, JSON.parse(body.gallery_images)], [200, [list[0], list[2]]])
    assert.equal(
      (await mine.as('DELETE', '/api/businesses/gallery/image', { image_url: list[1] })).status,
      404,
    )
    const byQuery = await mine.as(
      'DELETE',
      `/api/businesses/gallery/image?image_url=${encodeURIComponent(list[0]!)}`,
    )
    assert.deepEqual(JSON.parse(byQuery.body.gallery_images), [list[2]])
    assert.equal((await mine.as('DELETE', '/api/businesses/gallery/image', {})).status, 400)
  })

  test('takes no picture of our store that is not the business’s own', async () => {
    const [mine, other] = [await owner(call), await owner(call)]
    const name = '0123456789abcdef0123456789abcdef'
    await db.insertInto('images').values({ business_id: other.business_id, name, width: 640 }).execute()
    for (const [field, value] of [
      ['logo_url', `/files/${name}-640.webp`],
      ['featured_image', '/files/ffffffffffffffffffffffffffffffff-640.webp'],
      ['gallery_images', JSON.stringify([`/files/${name}-640.webp`])],
      ['logo_url', '/files/../../etc/passwd'],
    ] as const) {
      const { status, body } = await change(mine, { [field]: value })
      assert.deepEqual([status, Object.keys(body.fields)], [400, [field]])
    }
    assert.equal((await change(other, { logo_url: `/files/${name}-640.webp` })).status, 200)
    assert.equal((await change(other, { logo_url: `/files/${name}-320.webp` })).status, 400)
  })
})
