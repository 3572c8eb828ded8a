/**
 * What is cancelled, removed, uploaded or invited cannot be so again. Whoever sends it again because the answer got lost names it by
 * the same key, and gets that answer.
 */
import { calls } from '#domain/api/calls.ts'
import type { Call } from '#domain/api/call.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { api, database } from '../helper.ts'
import { multipart } from '../multipart.ts'
import { memberOf } from '../roles.ts'
import { twoProfessionals } from '../two-professionals.ts'

const db = await database()
const { app, call, clock } = await api(db, { env: { REQUEST_SECONDS: '290' } })
const home = await twoProfessionals(call, db)
const { as, business_id, headers } = home.who
const card = home.cards.get(home.mine)!

let keys = 0
const newKey = () => `otra-vez-${String(++keys).padStart(6, '0')}`
type Method = 'POST' | 'DELETE'
const send = (
  method: Method,
  url: string,
  key: string,
  body?: object,
  by: Record<string, string> = headers,
) => call(method, url, { body, headers: { ...by, 'idempotency-key': key } })

/** Nothing of it is removed by DELETE, or what is gone already is no refusal. */
const QUIET = [
  'DELETE /api/push',
  'DELETE /api/members/hand-over',
  'DELETE /api/clients/:id/tags/:tag',
  'DELETE /api/businesses/:id/returning',
]

test('every call that removes something takes a key, or may be repeated without', () => {
  const removing = (Object.entries(calls) as [string, Call][]).filter(([key]) => key.startsWith('DELETE '))
  assert.ok(removing.length > 15)
  const without = removing.filter(([, { headers }]) => headers === undefined).map(([key]) => key)
  assert.deepEqual(without.sort(), QUIET.toSorted())
})

const made = async (url: string, body: object) => {
  const answer = await as('POST', url, body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}
const DAY = '2026-12-23'
const PICTURE = '0123456789abcdef0123456789abcdef'

const png = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#b0246b' } })
    .png()
    .toBuffer()

const upload = async (url: string, field: string, key?: string) => {
  const { payload, type } = multipart([{ field, content: await png(), filename: 'foto.png' }])
  const sent = { ...headers, 'content-type': type, ...(key && { 'idempotency-key': key }) }
  const answer = await app.inject({ method: 'POST', url, headers: sent, payload })
  return { status: answer.statusCode, body: answer.json() }
}

/** Each makes what is removed then, and says by which call. */
const REMOVED: Record<string, () => Promise<[method: Method, url: string, body?: object]>> = {
  appointment: async () => {
    const { appointment } = await made('/api/appointments', {
      service_id: home.place.service_id,
      professional_id: home.other_id,
      appointment_date: '2026-11-26',
      appointment_time: '10:00',
      client_name: 'Ana',
      client_phone: '+573001234567',
      client_email: 'ana@correo.example',
    })
    return ['POST', `/api/appointments/${appointment.id}/cancel`, {}]
  },
  service: async () => {
    const { service } = await made('/api/services', { service_name: 'Tinte', duration_minutes: 60, price: 1 })
    return ['DELETE', `/api/services/${service.id}`]
  },
  professional: async () => {
    const { professional } = await made('/api/professionals', { professional_name: 'Se Va' })
    return ['DELETE', `/api/professionals/${professional.id}`]
  },
  category: async () => {
    const { category } = await made('/api/service-categories', { category_name: 'Uñas' })
    return ['DELETE', `/api/service-categories/${category.id}`]
  },
  'time off': async () => {
    const { time_off } = await made('/api/time-off', {
      first_date: '2026-12-28',
      repeat_weeks: 1,
      repeat_until: '2027-01-20',
    })
    return ['DELETE', `/api/time-off/${time_off.id}?scope=following`]
  },
  'special day': async () => {
    assert.equal((await as('PUT', `/api/special-days/${DAY}`, { is_open: false })).status, 200)
    return ['DELETE', `/api/special-days/${DAY}`]
  },
  holiday: async () => {
    assert.equal((await as('PUT', '/api/holidays/2026-12-25', { choice: 'open' })).status, 200)
    return ['DELETE', '/api/holidays/2026-12-25']
  },
  feed: async () => ['DELETE', `/api/feeds/${(await made('/api/feeds', {})).feed.id}`],
  note: async () => [
    'DELETE',
    `/api/clients/${card}/notes/${(await made(`/api/clients/${card}/notes`, { body: 'x' })).note.id}`,
  ],
  'note on health': async () => {
    const { id } = await made(`/api/clients/${card}/health`, { body: 'x', agreed: true })
    return ['DELETE', `/api/clients/${card}/health/${id}`]
  },
  tag: async () => {
    const { body } = await as('POST', `/api/clients/${card}/tags`, { label: 'VIP' })
    return ['DELETE', `/api/clients/tags/${body.tags[0].id}`]
  },
  picture: async () => {
    const image_url = `/files/${PICTURE}-640.webp`
    await sql`insert into images (business_id, name, width) values (${business_id}, ${PICTURE}, 640)
      on conflict do nothing`.execute(db)
    const gallery_images = JSON.stringify([image_url])
    assert.equal((await as('PUT', '/api/businesses/gallery', { gallery_images })).status, 200)
    return ['DELETE', '/api/businesses/gallery/image', { image_url }]
  },
  invitation: async () => {
    const { invitation } = await made('/api/members/invite', {
      email: 'nueva@correo.example',
      role: 'reception',
    })
    return ['DELETE', `/api/members/invitations/${invitation.id}`]
  },
  member: async () => ['DELETE', `/api/members/${(await memberOf(db, business_id, 'reception')).user_id}`],
  import: async () => {
    const { id } = await db.selectFrom('client_imports').select('id').executeTakeFirstOrThrow()
    return ['DELETE', `/api/clients/import/${id}`]
  },
  photo: async () => {
    const { status, body } = await upload(`/api/uploads/client/${card}/file`, 'image')
    assert.equal(status, 201, JSON.stringify(body))
    return ['DELETE', `/api/clients/${card}/files/${body.file.id}`]
  },
  client: async () => {
    const { client } = await made('/api/clients', { client_name: 'Olvidada', client_phone: '+573001112233' })
    return ['POST', `/api/clients/${client.id}/forget`, {}]
  },
}

for (const [what, make] of Object.entries(REMOVED))
  test(`${what}: the same answer again with its key, and a refusal without`, async () => {
    const [method, url, body] = await make()
    const key = newKey()
    const all = await Promise.all(Array.from({ length: 8 }, () => send(method, url, key, body)))
    all.push(await send(method, url, key, body))
    for (const { status, body: answer } of all)
      assert.deepEqual([status, answer], [200, all[0]!.body], JSON.stringify([answer, all[0]!.body]))
    const other = await send(method, url, newKey(), body)
    assert.ok([404, 409].includes(other.status), JSON.stringify(other.body))
    // Another member who happens to name it so is answered for themselves.
    const { headers: by } = await memberOf(db, business_id, 'manager')
    assert.ok((await send(method, url, key, body, by)).status >= 400)
  })

test('a time that is taken back twice by one key frees it once: what was said since stays', async () => {
  const [method, url] = await REMOVED['special day']!()
  const key = newKey()
  assert.equal((await send(method, url, key)).status, 200)
  await REMOVED['special day']!()
  assert.equal((await send(method, url, key)).status, 200)
  const { special_days } = (await as('GET', `/api/special-days?from=${DAY}&to=${DAY}`)).body
  assert.equal(special_days.length, 1)
})

test('a cancellation that is sent again tells the client once', async () => {
  const [method, url] = await REMOVED.appointment!()
  const key = newKey()
  for (let n = 0; n < 3; n++) assert.equal((await send(method, url, key, {})).status, 200)
  const id = Number(url.split('/')[3])
  const told = await db
    .selectFrom('messages')
    .select('id')
    .where('business_id', '=', business_id)
    .where('appointment_id', '=', id)
    .where('kind', '=', 'cancelled_client')
    .execute()
  assert.equal(told.length, 1)
})

test('an invitation that is sent again is one, with one mail; so is one that is mailed again', async () => {
  const key = newKey()
  const body = { email: 'una.vez@correo.example', role: 'reception' }
  const first = await send('POST', '/api/members/invite', key, body)
  assert.deepEqual(
    [first.status, (await send('POST', '/api/members/invite', key, body)).body],
    [201, first.body],
  )
  const { id } = first.body.invitation
  // Within a minute it would be a second click, which mails nothing.
  clock.now += 61_000
  const again = newKey()
  const url = `/api/members/invitations/${id}/resend`
  const resent = await send('POST', url, again)
  assert.deepEqual([resent.status, (await send('POST', url, again)).body], [200, resent.body])
  const mails = await db
    .selectFrom('messages')
    .select('id')
    .where('business_id', '=', business_id)
    .where('recipient', '=', body.email)
    .execute()
  assert.equal(mails.length, 2)
})

test('a picture that is sent again is one: in the gallery, of a service, a professional, the logo', async () => {
  assert.equal((await as('PUT', '/api/businesses/gallery', { gallery_images: '[]' })).status, 200)
  for (const [url, field] of [
    ['/api/uploads/business/gallery', 'image'],
    ['/api/uploads/business/logo', 'logo'],
    [`/api/uploads/service/${home.place.service_id}/image`, 'image'],
    [`/api/uploads/professional/${home.other_id}/avatar`, 'avatar'],
  ] as const) {
    const key = newKey()
    const all = await Promise.all([1, 2, 3].map(() => upload(url, field, key)))
    all.push(await upload(url, field, key))
    assert.deepEqual(
      all.map(({ status }) => status),
      [200, 200, 200, 200],
      JSON.stringify(all),
    )
    for (const { body } of all) assert.deepEqual(body, all[0]!.body)
  }
  const { business } = (await as('GET', '/api/businesses/profile')).body
  assert.equal(JSON.parse(business.gallery_images).length, 1)
})

test('the picture that filled the gallery has its answer, and a further one a refusal', async () => {
  assert.equal((await as('PUT', '/api/businesses/gallery', { gallery_images: '[]' })).status, 200)
  let last = { key: '', body: {} }
  for (let n = 0; n < 6; n++) {
    const key = newKey()
    const { status, body } = await upload('/api/uploads/business/gallery', 'image', key)
    assert.equal(status, 200)
    last = { key, body }
  }
  assert.deepEqual((await upload('/api/uploads/business/gallery', 'image', last.key)).body, last.body)
  assert.equal((await upload('/api/uploads/business/gallery', 'image', newKey())).status, 400)
  assert.equal((await upload('/api/uploads/business/gallery', 'image')).status, 400)
})
