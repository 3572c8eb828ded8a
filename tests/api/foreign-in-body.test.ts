/** Ids of another business, in every field of a body or query that takes one. */
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, database } from '../helper.ts'
import { twoProfessionals } from '../two-professionals.ts'

const db = await database()
const { call } = await api(db, { env: { REQUEST_SECONDS: '290' } })
const [mine, theirs] = [await twoProfessionals(call, db), await twoProfessionals(call, db)]

const choices = {
  variants: [{ name: 'Largo-ajeno', price: 90_000, duration_minutes: 30 }],
  addons: [{ name: 'Adicional-ajeno', price: 10_000, duration_minutes: 10 }],
}
const changed = await theirs.who.as('PATCH', `/api/services/${theirs.place.service_id}`, choices)
assert.equal(changed.status, 200, JSON.stringify(changed.body))
const { variants, addons } = changed.body.service
const category = (await theirs.who.as('POST', '/api/service-categories', { category_name: 'Ajena' })).body
  .category.id
const [card, other] = [...theirs.cards.values()] as [number, number]
const tag = (await theirs.who.as('POST', `/api/clients/${card}/tags`, { label: 'Ajena' })).body.tags[0].id
const copy = (await theirs.who.as('POST', '/api/clients', { client_name: 'Marina Propia' })).body.client.id
const merged = await theirs.who.as('POST', '/api/clients/merge', { keep: card, merge: [copy] })
assert.equal(merged.status, 200, JSON.stringify(merged.body))
const own = [...mine.cards.values()][0]!
const { service_id, professional_id } = mine.place
const [person] = (await theirs.who.as('GET', '/api/members')).body.members

/** What every table holds of a business, as one text for each. */
async function everythingOf(business_id: number): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'business_id' and t.table_type = 'BASE TABLE'
    order by 1`.execute(db)
  assert.ok(rows.length > 40)
  const texts = await Promise.all(
    rows.map(async ({ name }) => {
      const all = await sql<{ text: string | null }>`
        select string_agg(t::text, e'\n' order by t::text) as text from ${sql.table(name)} t
        where business_id = ${business_id}`.execute(db)
      return [name, all.rows[0]!.text ?? ''] as const
    }),
  )
  return Object.fromEntries(texts)
}

/** A booking of one's own that would be written, but for what it names of the other business. */
const booked = (more: object) => ({
  service_id,
  professional_id,
  appointment_date: '2026-12-01',
  appointment_time: '10:00',
  client_name: 'Prueba',
  walk_in: true,
  ...more,
})
const span = { first_date: '2026-12-21', last_date: '2026-12-21' }
const foreign = theirs.place

type Attempt = [method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, body: object, status: number]
const attempts: Attempt[] = [
  ['POST', '/api/appointments', booked({ card_id: card }), 404],
  ['POST', '/api/appointments', booked({ card_id: card, as_on_card: true }), 404],
  ['POST', '/api/appointments', booked({ service_id: foreign.service_id }), 400],
  ['POST', '/api/appointments', booked({ professional_id: foreign.professional_id }), 400],
  ['POST', '/api/appointments', booked({ variant_id: variants[0].id }), 400],
  ['POST', '/api/appointments', booked({ addon_ids: [addons[0].id] }), 400],
  ['PATCH', `/api/appointments/${mine.mine}`, { professional_id: foreign.professional_id }, 400],
  ['PATCH', `/api/appointments/${mine.mine}`, { service_id: foreign.service_id }, 400],
  ['PATCH', `/api/appointments/${mine.mine}`, { addon_ids: [addons[0].id] }, 400],
  ['POST', '/api/appointments/cancel-many', { ids: [theirs.mine] }, 200],
  ['POST', '/api/appointments/attended', { ids: [theirs.mine] }, 200],
  ['POST', '/api/clients/merge', { keep: own, merge: [card] }, 404],
  ['POST', '/api/clients/merge', { keep: card, merge: [own] }, 404],
  ['POST', '/api/clients/merge', { keep: card, merge: [other] }, 404],
  ['POST', '/api/clients/unmerge', { merge_id: merged.body.merge_id }, 404],
  ['POST', '/api/clients/duplicates/dismiss', { cards: [card, other] }, 404],
  ['POST', '/api/clients/duplicates/dismiss', { cards: [own, card] }, 404],
  ['POST', '/api/clients/duplicates/restore', { cards: [card, other] }, 200],
  ['GET', `/api/clients?tag=${tag}`, {}, 200],
  ['GET', `/api/clients/returning?service_id=${foreign.service_id}`, {}, 200],
  ['POST', '/api/time-off', { ...span, professional_id: foreign.professional_id }, 400],
  [
    'GET',
    `/api/time-off/conflicts?first_date=2026-11-01&last_date=2026-12-30&professional_id=${foreign.professional_id}`,
    {},
    200,
  ],
  ['POST', '/api/feeds', { professional_id: foreign.professional_id }, 404],
  [
    'POST',
    '/api/members/invite',
    { email: 'x@correo.example', role: 'professional', professional_id: foreign.professional_id },
    404,
  ],
  ['PATCH', `/api/members/${mine.user_id}`, { professional_id: foreign.professional_id }, 404],
  ['GET', `/api/activity?user_id=${person.user_id}`, {}, 200],
  ['POST', '/api/auth/switch', { to: theirs.who.business_id }, 404],
  [
    'POST',
    '/api/services',
    { service_name: 'X', duration_minutes: 30, price: 1, category_id: category },
    400,
  ],
  ['PUT', '/api/service-categories/order', { ids: [category] }, 404],
  ['PATCH', `/api/professionals/${professional_id}`, { specialties: `[${foreign.service_id}]` }, 404],
  ['GET', `/api/appointments?professional_id=${foreign.professional_id}`, {}, 200],
  [
    'GET',
    `/api/schedules/owner/available-slots/${professional_id}/2026-12-01?serviceId=${foreign.service_id}`,
    {},
    200,
  ],
]

for (const [method, url, body, status] of attempts)
  test(`${method} ${url.replaceAll(/\d+/g, 'n')} ${Object.keys(body).join()}`, async () => {
    const [before, own] = [
      await everythingOf(theirs.who.business_id),
      await everythingOf(mine.who.business_id),
    ]
    const answer = await mine.who.as(method, url, method === 'GET' ? undefined : body)
    assert.equal(answer.status, status, JSON.stringify(answer.body))
    assert.doesNotMatch(JSON.stringify(answer.body), /Secreta|ajen[ao]\b|Largo-ajeno/i)
    assert.deepEqual(await everythingOf(theirs.who.business_id), before)
    // What is refused leaves nothing of the other's behind here, either.
    if (status >= 400)
      assert.equal((await everythingOf(mine.who.business_id))['appointments'], own['appointments'])
  })
