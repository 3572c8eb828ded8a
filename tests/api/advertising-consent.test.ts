/** Consent to advertising: given with a booking, at the counter, by telephone or in the portal, and withdrawn there. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { MARKETING_TEXT, MARKETING_TEXT_VERSION } from '#domain/consents.ts'
import { noteConsent } from '#server/messages/by-whatsapp/queries.ts'
import { api, booking, database, NOW } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'

const db = await database()
const { call, clock } = await api(db)

let people = 0
async function booked(more: object = {}) {
  clock.now = NOW
  const shop = await owner(call)
  const offer = await withOffer(shop)
  const n = ++people
  const who = { client_email: `pilar${n}@correo.example`, client_id: `20203040${10 + n}` }
  const body = booking(
    { ...shop, ...offer },
    {
      ...who,
      client_name: 'Pilar Gómez',
      appointment_date: '2026-11-23',
      appointment_time: '10:00',
      ...more,
    },
  )
  const key = `booking-${n}`
  const sent = { headers: { 'idempotency-key': key }, body }
  const book = () => call('POST', '/api/appointments/public', sent)
  const answer = await book()
  assert.equal(answer.status, 201, answer.body.error)
  const { clients } = (await shop.as('GET', '/api/clients')).body
  const card = clients[0].id as number
  return {
    ...shop,
    who,
    sent,
    book,
    card,
    appointment: answer.body.appointment.id as number,
    token: answer.body.portal_token as string,
    of: async () => (await shop.as('GET', `/api/clients/${card}`)).body.client.consents as object[],
    rows: async () =>
      (
        await sql<{ given: boolean; channel: string; text_version: string | null; evidence: object }>`
          select given, channel, text_version, evidence from consents
          where business_id = ${shop.business_id} and purpose = 'marketing' order by id`.execute(db)
      ).rows,
  }
}
type Booked = Awaited<ReturnType<typeof booked>>

const say = ({ appointment, token }: Booked, agreed: unknown, access: object = { token }) =>
  call('POST', `/api/appointments/client/advertising/${appointment}`, { body: { ...access, agreed } })
const shown = async ({ token }: Booked) =>
  (await call('GET', `/api/client-auth/validate-token?token=${token}`)).body.advertising

test('the box of a booking: unticked nothing is agreed to; ticked it stands with its text, its time and where it came from', async () => {
  const without = await booked()
  assert.deepEqual(await without.rows(), [])
  assert.deepEqual(await shown(without), [{ appointment_id: without.appointment, agreed: false }])

  const one = await booked({ marketing_consent: true })
  // The answer got lost, and it is sent again.
  assert.equal((await one.book()).status, 201)
  const rows = await one.rows()
  assert.deepEqual(
    rows.map(({ given, channel, text_version }) => [given, channel, text_version]),
    [[true, 'page', MARKETING_TEXT_VERSION]],
  )
  assert.match(JSON.stringify(rows[0]!.evidence), /^\{"network":"[\w-]{20,}"\}$/)
  assert.deepEqual(
    (await one.of()).map((consent) => ({ ...consent, at: '' })),
    [{ purpose: 'marketing', given: true, channel: 'page', how: null, at: '' }],
  )
  assert.deepEqual(await shown(one), [{ appointment_id: one.appointment, agreed: true }])
  const policy = (await call('GET', `/api/businesses/public/slug/${one.slug}/policy`)).body.policy
  assert.match(JSON.stringify(policy.sections), /promociones suyas solo si marcas la casilla que lo autoriza/)
  assert.match(MARKETING_TEXT, /promociones/)
})

test('with corrected details under the key of a booking that stands nothing is agreed to for whom it stands', async () => {
  const one = await booked()
  const again = (more: object) =>
    call('POST', '/api/appointments/public', {
      headers: one.sent.headers,
      body: { ...one.sent.body, ...more },
    })
  const boxes = { whatsapp_consent: true, marketing_consent: true }
  const consents = async () =>
    (
      await sql<{ purpose: string }>`
        select purpose from consents where business_id = ${one.business_id} order by id`.execute(db)
    ).rows.map(({ purpose }) => purpose)

  const other = await again({ ...boxes, client_phone: '+573005550099' })
  assert.deepEqual([other.status, other.body.appointment.id], [201, one.appointment])
  assert.deepEqual(await consents(), [], 'the number is of somebody else')
  assert.equal((await again({ ...boxes, client_email: 'pilar@bien.example' })).status, 201)
  assert.deepEqual(await consents(), ['whatsapp'], 'advertising goes to the address, too')
  assert.equal((await again(boxes)).status, 201)
  assert.deepEqual(await consents(), ['whatsapp', 'marketing'])
})

test('what a client says at the counter or by telephone is noted with how they said it, and by whom', async () => {
  const one = await booked()
  const note = (body: object) => one.as('POST', `/api/clients/${one.card}/advertising`, body)
  assert.equal((await note({ agreed: true, how: 'counter' })).status, 200)
  assert.equal((await note({ agreed: true, how: 'phone' })).status, 200)
  assert.equal((await note({ agreed: false, how: 'phone' })).status, 200)
  const rows = await one.rows()
  assert.deepEqual(
    rows.map(({ given, channel, evidence }) => [given, channel, (evidence as { how: string }).how]),
    [
      [true, 'owner', 'counter'],
      [false, 'owner', 'phone'],
    ],
    'said again, nothing is noted',
  )
  for (const { evidence } of rows) assert.match(JSON.stringify(evidence), /"user_id":\d+/)
  assert.deepEqual(
    (await one.of()).map((consent) => ({ ...consent, at: '' })),
    [{ purpose: 'marketing', given: false, channel: 'owner', how: 'phone', at: '' }],
  )
  const wrong = await note({ agreed: true, how: 'dreamt' })
  assert.deepEqual([wrong.status, wrong.body.fields.how], [400, 'Di cómo lo dijo el cliente'])
})

test('in the portal a client agrees and takes it back, each once, also by two at once; others do not', async () => {
  const one = await booked()
  const both = await Promise.all([say(one, true), say(one, true)])
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  )
  assert.equal((await say(one, true)).status, 200)
  assert.deepEqual(await shown(one), [{ appointment_id: one.appointment, agreed: true }])
  assert.equal((await say(one, false, { ...one.who, recaptcha_token: 'dev-token' })).status, 200)
  assert.deepEqual(
    (await one.rows()).map(({ given, channel, text_version }) => [given, channel, text_version]),
    [
      [true, 'portal', MARKETING_TEXT_VERSION],
      [false, 'portal', MARKETING_TEXT_VERSION],
    ],
  )
  const other = await booked()
  assert.equal((await say(one, true, { token: other.token })).status, 404)
  assert.equal((await say(one, true, { token: 'x' })).status, 401)
  assert.equal((await one.rows()).length, 2)
})

describe('while two cards are one', () => {
  const agreed = async ({ business_id }: Booked) =>
    (
      await sql<{ agreed: boolean }>`
        select has_consent(business_id, id, 'marketing') as agreed from client_cards where business_id = ${business_id}
        order by id`.execute(db)
    ).rows.map((row) => row.agreed)

  /** The cards of two people, merged. */
  async function merged(more: object) {
    const one = await booked(more)
    const pili = { client_name: 'Pili G.', client_email: `pili.${one.who.client_email}`, client_id: '' }
    const { status, body } = await call('POST', '/api/appointments/public', {
      body: booking(
        { ...one, ...(await withOffer(one)) },
        { ...pili, client_phone: '+573005550011', appointment_date: '2026-11-24', ...more },
      ),
    })
    assert.equal(status, 201, JSON.stringify(body))
    const appointment_id: number = body.appointment.id
    const before = await agreed(one)
    const cards = { keep: one.card, merge: [one.card + 1] }
    const { merge_id } = (await one.as('POST', '/api/clients/merge', cards)).body
    const takeBack = async () =>
      assert.equal((await one.as('POST', '/api/clients/unmerge', { merge_id })).status, 200)
    return { one, appointment_id, before, takeBack }
  }

  const withdrawn: Record<string, (one: Booked) => ReturnType<typeof call>> = {
    'by the owner': (one) => one.as('POST', `/api/clients/${one.card}/advertising`, { agreed: false }),
    'in the portal': (one) => say(one, false),
    'by a request that is answered': async (one) => {
      const asked = await call('POST', `/api/appointments/client/data-request/${one.appointment}`, {
        headers: { 'idempotency-key': `asked-${one.business_id}` },
        body: { token: one.token, kind: 'revoke' },
      })
      return call('POST', `/api/data-requests/${asked.body.request.id}/answer`, {
        headers: { ...one.headers, 'idempotency-key': `answered-${one.business_id}` },
        body: { outcome: 'done', answer: 'Hecho' },
      })
    },
  }
  for (const [how, withdraw] of Object.entries(withdrawn))
    test(`what is withdrawn ${how} is withdrawn on both, also when that is taken back`, async () => {
      const { one, before, takeBack } = await merged({ marketing_consent: true })
      assert.deepEqual(before, [true, true])
      assert.equal((await withdraw(one)).status, 200)
      await takeBack()
      assert.deepEqual(await agreed(one), [false, false])
    })

  test('what is agreed to with an appointment goes back with it', async () => {
    const { one, appointment_id, before, takeBack } = await merged({})
    assert.deepEqual(before, [false, false])
    const about = { business_id: one.business_id, appointment_id }
    await noteConsent(db, about, { purpose: 'marketing', given: true, channel: 'page', nowMs: clock.now })
    await takeBack()
    assert.deepEqual(await agreed(one), [false, true])
  })
})

test('thirty times an hour at most', async () => {
  const one = await booked()
  const answers = []
  for (let n = 0; n < 31; n++) answers.push((await say(one, n % 2 === 0)).status)
  assert.deepEqual(answers, [...Array(30).fill(200), 429])
})
