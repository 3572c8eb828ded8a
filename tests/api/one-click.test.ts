/** The button that mail programs make of 'List-Unsubscribe-Post' (RFC 8058). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { optOutToken } from '#server/tokens.ts'
import { sql } from 'kysely'
import { database, salon } from '../helper.ts'
import { site } from '../pages.ts'

const db = await database()
const { app } = await site(db)
const place = await salon(db, { business_name: 'Salón Bugambilia' })

let people = 0
/** Somebody who agreed to advertising, and what their mails lead to. */
async function agreed() {
  const { business_id } = place
  const { rows } = await sql<{ id: number }>`
    insert into client_cards (business_id, client_name, client_email, source, created_at)
    values (${business_id}, 'Ana Ruiz', ${`ana${++people}@correo.example`}, 'owner', now()) returning id::integer`.execute(
    db,
  )
  const { id } = rows[0]!
  await sql`insert into consents (business_id, card_id, purpose, given, channel, at)
    values (${business_id}, ${id}, 'marketing', true, 'page', now())`.execute(db)
  const token = await optOutToken(db, { business_id, card_id: id })
  const said = async () =>
    (
      await sql<{ given: boolean; channel: string }>`
        select given, channel from consents where card_id = ${id} order by id`.execute(db)
    ).rows.map(({ given, channel }) => `${channel} ${given}`)
  return { url: `/sin-publicidad?token=${token}`, said }
}

/** As mail services do it: no cookie, no log-in, no page before. */
const press = (
  url: string,
  type = 'application/x-www-form-urlencoded',
  payload = 'List-Unsubscribe=One-Click',
) => app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })

test('one POST ends advertising, without log-in; again, or two at once, nothing more happens', async () => {
  const one = await agreed()
  const answers = await Promise.all([press(one.url), press(one.url)])
  answers.push(await press(one.url))
  for (const { statusCode, headers, payload } of answers) {
    assert.equal(statusCode, 200)
    assert.equal(headers['location'], undefined)
    assert.equal(headers['set-cookie'], undefined)
    assert.match(payload, /Salón Bugambilia(<!-- -->)? ya no te escribirá/)
  }
  assert.deepEqual(await one.said(), ['page true', 'portal false'])
})

test('as multipart too; who only opens the address is asked first', async () => {
  const one = await agreed()
  const opened = await app.inject({ method: 'GET', url: one.url })
  assert.equal(opened.statusCode, 200)
  assert.deepEqual(await one.said(), ['page true'])
  const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  assert.equal((await press(one.url, 'multipart/form-data; boundary=x', body)).statusCode, 200)
  assert.deepEqual(await one.said(), ['page true', 'portal false'])
})

test('an address that a program took along with the bracket or the point behind it is the same', async () => {
  for (const mess of ['%3E', '.', ').']) {
    const one = await agreed()
    assert.match((await press(one.url + mess)).payload, /ya no te escribirá/)
    assert.deepEqual(await one.said(), ['page true', 'portal false'])
  }
})

test('a wrong address changes nothing and says what to do; too many from one network wait', async () => {
  const one = await agreed()
  for (const url of [`${one.url}A`, '/sin-publicidad', '/sin-publicidad?token=1.p1.x']) {
    const { statusCode, payload } = await press(url)
    assert.equal(statusCode, 400)
    assert.match(payload, /El enlace no es válido/)
  }
  const call = () =>
    app.inject({ method: 'POST', url: '/api/appointments/client/no-advertising', payload: { token: 'x' } })
  for (let n = 0; n < 30; n++) await Promise.all(Array.from({ length: 20 }, call))
  assert.equal((await press(one.url)).statusCode, 429)
  assert.deepEqual(await one.said(), ['page true'])
})
