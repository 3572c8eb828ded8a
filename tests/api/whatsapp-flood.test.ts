/**
 * Many reminders by WhatsApp, whose answers are lost or refused and whose statuses are lost, late, doubled, turned round and
 * forged: each message goes at most once, each says in the end what became of it, and each credit is accounted for.
 * WHATSAPP_MESSAGES=10000 sends more, WHATSAPP_SEED another order.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { creditBalance, grantCredits } from '#server/credits/queries.ts'
import { cloudApi } from '#server/whatsapp/cloud-api.ts'
import { queueDueByWhatsApp } from '#server/whatsapp/plan.ts'
import { sendNextWhatsApp } from '#server/whatsapp/send.ts'
import { workOffEvents } from '#server/whatsapp/start.ts'
import { api, database, salon } from '../helper.ts'
import { silent } from '../sender.ts'
import { hook, KEYS, type Misbehaviour, startWhatsApp, status, whatsAppEnv } from '../standin/whatsapp.ts'

const N = Number(process.env.WHATSAPP_MESSAGES ?? 200)
const SEED = Number(process.env.WHATSAPP_SEED ?? 7)
/** Of one business: it may send five hundred a day. */
const OF_ONE = 400
const MINUTE = 60_000

/** What happens when message n is sent. */
const FAULTS: readonly (Misbehaviour | undefined)[] = [
  'lose-answer',
  'no-whatsapp',
  'too-many',
  'broken',
  'bad-template',
  undefined,
  undefined,
]
const faultOf = (n: number) => FAULTS[n % FAULTS.length]
const isRefused = (n: number) => faultOf(n) === 'no-whatsapp' || faultOf(n) === 'bad-template'
/** What is told of it afterwards. */
const FATES = ['read', 'delivered', 'nothing', 'failed', 'read alone'] as const
const fateOf = (n: number) => FATES[Math.floor(n / FAULTS.length) % FATES.length]!
/** Half of the clients left no e-mail, which a reminder could go to instead. */
const hasMail = (n: number) => n % 2 === 0

const random = generator(SEED)
function generator(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let x = Math.imul(state ^ (state >>> 15), 1 | state)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
  }
}
function shuffled<T>(list: readonly T[]): T[] {
  const all = [...list]
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[all[i], all[j]] = [all[j]!, all[i]!]
  }
  return all
}

test(`${N} messages, whatever goes wrong: each at most once, each state right, each credit accounted for`, async () => {
  const db = await database()
  const standIn = await startWhatsApp()
  after(() => standIn.stop())
  const { app, clock } = await api(db, {
    env: whatsAppEnv(standIn.url),
  })
  const deps = {
    db,
    now: () => clock.now,
    publicUrl: 'https://agenda.example.com',
    log: silent,
    channel: cloudApi({ ...KEYS, url: standIn.url }),
    changed() {},
  }
  clock.now = Date.parse('2026-11-21T13:00:00-05:00')
  const businesses: number[] = []
  for (let from = 0; from < N; from += OF_ONE)
    businesses.push(await remindable(from, Math.min(OF_ONE, N - from)))

  /** N clients from `from` on who come in two hours, each to another professional, and agreed to WhatsApp. */
  async function remindable(from: number, count: number): Promise<number> {
    const { business_id, service_id } = await salon(db)
    await sql`update businesses set reminder_channel = 'whatsapp', email_confirmed_at = now() - interval '1 year',
      confirmed_phone = phone, created_at = now() - interval '1 year' where id = ${business_id}`.execute(db)
    await sql`
      with people as (
        insert into professionals (business_id, professional_name)
        select ${business_id}, 'P' || n from generate_series(1, ${count}) n returning id, professional_name)
      insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name,
        professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at,
        price, booked_by, created_at)
      select ${business_id}, 'Cliente ' || n, '+5731' || lpad(n::text, 8, '0'),
        case when n % 2 = 0 then 'c' || n || '@correo.example' end, ${service_id}, 'Corte', p.id, p.professional_name,
        '2026-11-21', '15:00', 60, '2026-11-21T15:00-05:00', '2026-11-21T16:00-05:00', 1, 'client', '2026-11-01'
      from people p cross join lateral (select ${from} + substr(p.professional_name, 2)::integer - 1 as n) number`.execute(
      db,
    )
    await sql`
      insert into consents (business_id, card_id, purpose, given, channel, at)
      select distinct business_id, card_id, 'whatsapp', true, 'page', now() from appointments
      where business_id = ${business_id}`.execute(db)
    await grantCredits(
      db,
      { business_id, administrator_id: null, reference: `x${from}`, packages: 10 },
      clock.now,
    )
    return business_id
  }
  const credits = async () => {
    let sum = 0
    for (const id of businesses) sum += (await creditBalance(db, id, clock.now)).total_credits
    return sum
  }
  const before = await credits()
  while ((await queueDueByWhatsApp(db, clock.now)) === false);

  const numberOf = (to: string) => Number(to.slice(4))
  const tries = new Map<string, number>()
  standIn.misbehave = (to) => {
    const n = tries.get(to) ?? 0
    tries.set(to, n + 1)
    const fault = faultOf(numberOf(to))
    // What waits gets through in the end.
    return (fault === 'too-many' || fault === 'broken') && n > 1 ? undefined : fault
  }
  const tell = async (value: object, more = {}) => {
    const { body, headers } = hook(value, more)
    return (await app.inject({ method: 'POST', url: '/api/hooks/whatsapp', payload: body, headers }))
      .statusCode
  }
  const sendAll = async () => {
    while ((await sendNextWhatsApp(deps)).length > 0);
  }

  /** What is told of one: doubled, and half of it by another way of knowing it. */
  function eventsOf({ id, to, body }: (typeof standIn.sent)[number]) {
    const n = numberOf(to)
    const fate = fateOf(n)
    // Of a message whose answer was lost its name is not known: only the mark tells.
    const callback: string = body.biz_opaque_callback_data
    const isMarked = faultOf(n) === 'lose-answer' || random() < 0.5
    const states = {
      read: ['sent', 'delivered', 'read'],
      'read alone': ['read'],
      delivered: ['sent', 'delivered'],
      failed: ['sent', 'failed'],
      nothing: [],
    }[fate] as ('sent' | 'delivered' | 'read' | 'failed')[]
    const all = states.map((state) =>
      status(state, {
        id,
        ...(isMarked && { callback }),
        at: clock.now,
        ...(state === 'failed' && { code: 131026 }),
      }),
    )
    return [...all, ...all]
  }

  let told = 0
  let forged = 0
  async function feed() {
    const fresh = standIn.sent.slice(told)
    told = standIn.sent.length
    const events = shuffled(fresh.flatMap(eventsOf))
    for (let i = 0; i < events.length; i += 50)
      assert.equal(await tell({ statuses: events.slice(i, i + 50) }), 200)
    for (const { id, body } of fresh.filter(() => random() < 0.2)) {
      const callback: string = body.biz_opaque_callback_data
      // Not signed by Meta; and signed, but of another message that has this one's mark.
      assert.equal(await tell({ statuses: [status('failed', { id, code: 131026 })] }, { secret: 'no' }), 401)
      if (faultOf(numberOf(body.to)) !== 'lose-answer')
        await tell({
          statuses: [status('failed', { id: `wamid.forged${forged++}`, callback, code: 131026 })],
        })
    }
    await Promise.all([1, 2, 3].map(() => workOffEvents(deps)))
  }
  // What is told comes while others are still sent.
  for (let round = 0; round < 6; round++) {
    let isSending = true
    const sending = Promise.all(Array.from({ length: 4 }, sendAll)).finally(() => (isSending = false))
    while (isSending) {
      await feed()
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await sending
    await feed()
    clock.now += MINUTE
  }
  for (let round = 0; round < 8; round++) {
    clock.now += 10 * MINUTE
    await Promise.all([1, 2, 3].map(() => workOffEvents(deps)))
  }
  assert.equal((await sql`select from whatsapp_events`.execute(db)).rows.length, 0, 'all is worked off')

  const reached = standIn.sent.map(({ to }) => to)
  assert.equal(new Set(reached).size, reached.length, 'nobody got it twice')
  assert.equal(reached.length, Array.from({ length: N }, (_, n) => n).filter((n) => !isRefused(n)).length)
  const { rows } = await sql<{ recipient: string; state: string; delivered: boolean; read: boolean }>`
    select recipient, state, delivered_at is not null as delivered, read_at is not null as read
    from messages where kind = 'reminder_whatsapp_two_hours'`.execute(db)
  assert.equal(rows.length, N)
  const failed: number[] = []
  for (const { recipient, ...row } of rows) {
    const n = numberOf(recipient.slice(1))
    const fate = fateOf(n)
    const isFailed = isRefused(n) || fate === 'failed'
    if (isFailed) failed.push(n)
    const isRead = !isFailed && (fate === 'read' || fate === 'read alone')
    assert.deepEqual(
      row,
      {
        state: isFailed ? 'failed' : 'sent',
        delivered: isRead || (!isFailed && fate === 'delivered'),
        read: isRead,
      },
      `message ${n}: ${faultOf(n)}, ${fate}`,
    )
  }
  // Of those that failed the credit came back, and paid for the mail of who left an address.
  const byMail = failed.filter(hasMail).length
  const { rows: mails } = await sql<{ n: number }>`
    select count(*)::integer as n from messages where kind = 'reminder_two_hours'`.execute(db)
  assert.equal(mails[0]!.n, byMail)
  assert.equal(before - (await credits()), N - failed.length + byMail)
  const { rows: odd } = await sql`
    select from credit_movements where message_id is not null group by business_id, message_id
    having sum(amount) not in (0, -1) or count(*) > 2`.execute(db)
  assert.equal(odd.length, 0, 'each was paid once, and given back once')
  console.log(
    `whatsapp: ${N} messages, ${standIn.requests} requests, none twice; ${failed.length} failed, ${byMail} by mail instead`,
  )
})
