import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { COPY_SENTENCES } from '#domain/data-copy.ts'
import { spend } from '#server/limits/attempts.ts'
import { folderFiles } from '#server/files/files.ts'
import { foldCards } from '#server/clients/fold-queries.ts'
import { api, booking, database, NOW } from '../helper.ts'
import { multipart } from '../multipart.ts'
import { owner, withOffer } from '../owner.ts'

const folder = mkdtempSync(join(tmpdir(), 'enpunto-data-copy-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const db = await database()
const { app, call, clock } = await api(db, { files: folderFiles(folder) })

async function place() {
  clock.now = NOW
  const shop = await owner(call)
  return { ...shop, ...(await withOffer(shop)) }
}
type Place = Awaited<ReturnType<typeof place>>

let people = 0
const person = (more: object = {}) => {
  const n = ++people
  return {
    client_name: `Rosa Pérez${n}`,
    client_email: `rosa${n}@correo.example`,
    client_id: String(1_020_304_000 + n),
    client_phone: `+57 3${String(100_000_000 + n)}`,
    ...more,
  }
}

async function book(shop: Place, who: object, appointment_time: string) {
  const { status, body } = await call('POST', '/api/appointments/public', {
    body: booking(shop, { ...who, appointment_date: '2026-11-20', appointment_time }),
  })
  assert.equal(status, 201, body.error)
  const id = body.appointment.id as number
  const { card_id } = await db
    .selectFrom('appointments')
    .select('card_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, card: card_id!, token: body.portal_token as string }
}

/** A link as a mail has it. */
async function linkOf({ business_id }: Place, client_email: string) {
  const secret = randomBytes(32).toString('base64url')
  const token_hash = createHash('sha256').update(secret).digest()
  const created_at = new Date(clock.now).toISOString()
  await db.insertInto('portal_tokens').values({ business_id, client_email, token_hash, created_at }).execute()
  return `${business_id}.${secret}`
}

const copy = (token: string) => call('POST', '/api/appointments/client/data-copy', { body: { token } })
async function copied(shop: Place, email: string) {
  const { status, body } = await copy(await linkOf(shop, email))
  assert.equal(status, 200, body.error)
  return body as { data: Record<string, any>; page: string }
}

/** Writes on a card what a team does: a note, a note on health, a tag, a photo. */
async function fill(shop: Place, card: number, word: string) {
  const post = async (path: string, body: object) => {
    const answer = await call('POST', path, { headers: shop.headers, body })
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  await post(`/api/clients/${card}/notes`, { body: `Nota <b>${word}</b>` })
  await post(`/api/clients/${card}/health`, { body: `Alergia ${word}`, agreed: true })
  await sql`
    with tag as (
      insert into client_tags (business_id, label, colour) values (${shop.business_id}, ${`VIP ${word}`}, 1) returning id)
    insert into client_card_tags (business_id, card_id, tag_id) select ${shop.business_id}, ${card}, id from tag`.execute(
    db,
  )
  const content = await sharp({ create: { width: 120, height: 90, channels: 3, background: '#c0407a' } })
    .jpeg()
    .toBuffer()
  const { payload, type } = multipart([{ field: 'image', content, filename: 'x.jpg', type: 'image/jpeg' }])
  const added = await app.inject({
    method: 'POST',
    url: `/api/uploads/client/${card}/file?kind=before`,
    headers: { ...shop.headers, 'content-type': type },
    payload,
  })
  assert.equal(added.statusCode, 201, added.body)
  await sql`update client_cards set alert = ${`Ojo ${word}`} where id = ${card}`.execute(db)
}

test('a copy holds what is kept of its reader, as data and as a page, and nothing of another', async () => {
  const shop = await place()
  const [ana, eva] = [person(), person()]
  const mine = await book(shop, ana, '12:00')
  const hers = await book(shop, eva, '15:00')
  await fill(shop, mine.card, 'propia')
  await fill(shop, hers.card, 'ajena')
  const token = await linkOf(shop, ana.client_email)
  const { status, body, headers } = await copy(token)
  assert.equal(status, 200, body.error)
  assert.match(String(headers['cache-control']), /private.*no-store/)
  const { data, page } = body
  assert.equal(data.card.id, mine.card)
  assert.equal(data.card.alert, 'Ojo propia')
  assert.deepEqual(
    data.appointments.map(({ id }: { id: number }) => id),
    [mine.id],
  )
  assert.equal(data.appointments[0].client_phone.slice(-9), ana.client_phone.slice(-9))
  assert.deepEqual(
    [data.notes[0].body, data.health_notes[0].body, data.tags[0].label],
    ['Nota <b>propia</b>', 'Alergia propia', 'VIP propia'],
  )
  assert.deepEqual([data.files.length, data.files[0].kind], [1, 'before'])
  assert.ok(data.consents.some(({ purpose }: { purpose: string }) => purpose === 'health_data'))
  assert.ok(data.messages.length > 0)
  assert.ok(data.messages.every(({ recipient }: { recipient: string }) => recipient === ana.client_email))
  assert.match(page, /Nota &lt;b&gt;propia&lt;\/b&gt;/)
  assert.match(page, /Alergia propia/)
  assert.doesNotMatch(page, /<b>|<script/)
  assert.doesNotMatch(JSON.stringify(body), new RegExp(`ajena|${eva.client_email}|${eva.client_id}|sealed`))
  // Of another business there is nothing, though it has the same e-mail.
  const other = await place()
  const there = await book(other, ana, '12:00')
  await fill(other, there.card, 'lejana')
  assert.doesNotMatch(JSON.stringify((await copy(token)).body), /lejana/)
})

test('a token of one appointment, which whoever typed the e-mail has, brings no copy', async () => {
  const shop = await place()
  const ana = person()
  const { token } = await book(shop, ana, '12:00')
  const refused = await copy(token)
  assert.deepEqual([refused.status, refused.body.error], [403, COPY_SENTENCES.ownLink])
  const shown = await call('GET', `/api/client-auth/validate-token?token=${token}`)
  assert.equal((await copy(shown.body.appointments[0].portal_token)).status, 403)
  assert.equal((await copy(`${shop.business_id}.${randomBytes(32).toString('base64url')}`)).status, 401)
})

test('whose card it is has to be sure: not with a shared e-mail, a shared telephone, nor after a merge', async () => {
  const shop = await place()
  const secretless = async (email: string, what: string) => {
    const { data, page } = await copied(shop, email)
    assert.equal(data['card'], null, what)
    assert.doesNotMatch(JSON.stringify([data, page]), /Alergia|Nota |VIP|Ojo/, what)
    assert.match(page, /este correo no basta/)
    return data
  }
  // Mother and daughter with one e-mail.
  const mother = person({ client_name: 'Luz Díaz' })
  const one = await book(shop, mother, '12:00')
  await fill(shop, one.card, 'madre')
  assert.equal((await copied(shop, mother.client_email)).data['card'].id, one.card)
  const daughter = person({ client_name: 'Zoe Gil', client_email: mother.client_email })
  const two = await book(shop, daughter, '15:00')
  assert.notEqual(two.card, one.card)
  assert.equal((await secretless(mother.client_email, 'shared e-mail'))['appointments'].length, 2)

  // A card that the business wrote, without an e-mail, gets one from whoever books with its telephone and name.
  const known = person({ client_name: 'Marta Sol' })
  const made = await call('POST', '/api/clients', {
    headers: shop.headers,
    body: { client_name: known.client_name, client_phone: known.client_phone },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  await fill(shop, made.body.client.id, 'marta')
  clock.now += 1000
  const thief = await book(shop, known, '16:00')
  assert.equal(thief.card, made.body.client.id)
  await foldCards({ db })
  await secretless(known.client_email, 'a telephone that others know')

  // Another person's card, merged.
  const [kept, gone] = [person({ client_name: 'Iris Mora' }), person({ client_name: 'Olga Paz' })]
  const keep = await book(shop, kept, '13:00')
  const away = await book(shop, gone, '14:00')
  await fill(shop, away.card, 'olga')
  assert.equal((await copied(shop, kept.client_email)).data['card'].id, keep.card)
  await sql`update client_cards set merged_into = ${keep.card} where id = ${away.card}`.execute(db)
  await secretless(kept.client_email, 'merged')
})

test('an erased client has no copy any more', async () => {
  const shop = await place()
  const ana = person()
  const { card } = await book(shop, ana, '12:00')
  const token = await linkOf(shop, ana.client_email)
  assert.equal((await copy(token)).status, 200)
  clock.now = NOW + 6 * 3_600_000
  const forgotten = await call('POST', `/api/clients/${card}/forget`, { headers: shop.headers })
  assert.equal(forgotten.status, 200, JSON.stringify(forgotten.body))
  assert.equal((await copy(token)).status, 401)
})

test('five copies a day, of two links at once too; the next day again', async () => {
  const shop = await place()
  const ana = person()
  await book(shop, ana, '12:00')
  const links = [await linkOf(shop, ana.client_email), await linkOf(shop, ana.client_email)]
  const got = await Promise.all(Array.from({ length: 7 }, (_, n) => copy(links[n % 2]!)))
  const statuses = got.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [...Array(5).fill(200), 429, 429])
  clock.now += 24 * 3_600_000 + 60_000
  assert.notEqual((await copy(links[0]!)).status, 429)
})

const copyFrom = async (remoteAddress: string, token: string) => {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/appointments/client/data-copy',
    remoteAddress,
    payload: { token },
  })
  return statusCode
}

test('twenty copies a day from one network, two hundred of one business', async () => {
  const shop = await place()
  const links: string[] = []
  for (const time of ['10:30', '12:00', '13:00', '14:00', '15:00']) {
    const who = person()
    await book(shop, who, time)
    links.push(await linkOf(shop, who.client_email))
  }
  const here: number[] = []
  for (const link of links.slice(0, 4))
    for (let n = 0; n < 5; n++) here.push(await copyFrom('203.0.113.9', link))
  assert.deepEqual(here, Array(20).fill(200))
  assert.equal(await copyFrom('203.0.113.9', links[4]!), 429)
  assert.equal(await copyFrom('198.51.100.9', links[4]!), 200)
  const limit = { subject: `data copies by ${shop.business_id}`, max: 1000, minutes: 1440 }
  for (let n = 0; n < 200; n++) await spend(db, clock.now, [limit])
  assert.equal(await copyFrom('198.51.100.10', links[4]!), 429)
})

test('a long body is not read, and one without a token opens nothing', async () => {
  assert.ok([400, 413].includes((await copy('x'.repeat(2_000_000))).status))
  const without = await call('POST', '/api/appointments/client/data-copy', { body: {} })
  assert.ok([400, 401].includes(without.status), String(without.status))
})
