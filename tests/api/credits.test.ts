import { FREE_CREDITS_PER_MONTH } from '#domain/credits.ts'
import { creditBalance, grantCredits, spend } from '#server/credits/queries.ts'
import { connect, sqlState } from '#server/database/db.ts'
import { settle, type DueMessage } from '#server/messages/queries.ts'
import { knownMigrations, migrate } from '#server/database/migrate.ts'
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { api, booking, database, NOW, ownerHeaders, salon, type Salon, urlOf } from '../helper.ts'
import { owner } from '../owner.ts'

// Before database() adds the hook that stops the PostgreSQL of these connections.
const opened: (() => Promise<void>)[] = []
after(() => Promise.all(opened.map((end) => end())))
const db = await database()
const { call, clock } = await api(db)
const administrator = await db
  .insertInto('administrators')
  .values({ email: 'admin@example.com', password_hash: 'x' })
  .returning('id')
  .executeTakeFirstOrThrow()

let messages = 0
/** A due reminder in the outbox, without its appointment. */
async function message({ business_id }: { business_id: number }): Promise<DueMessage> {
  return await db
    .insertInto('messages')
    .values({ business_id, kind: 'reminder_advance', recipient: 'c@example.com', once: `m${++messages}` })
    .returning(['business_id', 'id', 'kind', 'appointment_id', 'recipient', 'data', 'attempts', 'unanswered'])
    .executeTakeFirstOrThrow()
}

/** Pays for `count` reminders, each in its own transaction. Returns how many were paid. */
async function pay(place: Salon, count: number, now = NOW): Promise<number> {
  let paid = 0
  for (let n = 0; n < count; n++) {
    const row = await message(place)
    if ((await db.transaction().execute((tx) => spend(tx, [row], now))).length === 0) paid++
  }
  return paid
}

const grant = (place: { business_id: number }, reference: string, now = NOW) =>
  grantCredits(db, { business_id: place.business_id, administrator_id: administrator.id, reference }, now)
const balance = async (place: { business_id: number }, now = NOW) => {
  const { free_credits, paid_credits, total_credits } = await creditBalance(db, place.business_id, now)
  assert.equal(total_credits, free_credits + paid_credits)
  await addsUp(place.business_id)
  return [free_credits, paid_credits]
}

/** Checks that the balance of the account is the sum of its movements. */
async function addsUp(business_id: number, from = db) {
  const account = await from
    .selectFrom('credit_accounts')
    .selectAll()
    .where('business_id', '=', business_id)
    .executeTakeFirstOrThrow()
  const movements = await from
    .selectFrom('credit_movements')
    .selectAll()
    .where('business_id', '=', business_id)
    .execute()
  const sum = (kind: string, month: string | null) =>
    movements
      .filter((row) => row.kind === kind && row.month === month)
      .reduce((total, { amount }) => total + amount, 0)
  assert.equal(account.free, sum('free', account.month))
  assert.equal(account.paid, sum('paid', null))
  const total = movements.reduce((all, { amount }) => all + amount, 0)
  assert.equal(total, account.free + account.paid, 'the sum of all is the balance')
}

describe('credits', () => {
  test('30 free ones a month, also before anything was sent', async () => {
    assert.equal(FREE_CREDITS_PER_MONTH, 30)
    assert.deepEqual(await balance(await salon(db)), [30, 0])
  })

  test('free ones go first, then paid ones, then none', async () => {
    const place = await salon(db)
    await grant(place, 'pago 1')
    assert.deepEqual(await balance(place), [30, 100])
    assert.equal(await pay(place, 31), 31)
    assert.deepEqual(await balance(place), [0, 99])
    assert.equal(await pay(place, 101), 99)
    assert.deepEqual(await balance(place), [0, 0])
  })

  test('one batch goes over several businesses, and over both kinds', async () => {
    const [one, two] = [await salon(db), await salon(db)]
    await grant(two, 'pago')
    const rows: DueMessage[] = []
    for (let n = 0; n < 33; n++) rows.push(await message(one), await message(two))
    const unpaid = await db.transaction().execute((tx) => spend(tx, rows, NOW))
    assert.deepEqual(
      unpaid.map(({ id }) => id),
      rows
        .filter(({ business_id }) => business_id === one.business_id)
        .slice(30)
        .map(({ id }) => id),
    )
    assert.deepEqual(
      [await balance(one), await balance(two)],
      [
        [0, 0],
        [0, 97],
      ],
    )
  })

  test('a month begins at midnight of the business; free ones are not carried over, paid ones never expire', async () => {
    const cases: [timezone: string, lastOfNovember: string, firstOfDecember: string][] = [
      ['America/Bogota', '2026-12-01T04:59:59Z', '2026-12-01T05:00:00Z'],
      ['Asia/Kathmandu', '2026-11-30T18:14:59Z', '2026-11-30T18:15:00Z'],
      ['America/St_Johns', '2026-12-01T03:29:59Z', '2026-12-01T03:30:00Z'],
    ]
    for (const [timezone, last, first] of cases) {
      const place = await salon(db, { timezone })
      await grant(place, 'pago')
      assert.equal(await pay(place, 32), 32)
      assert.deepEqual(await balance(place, Date.parse(last)), [0, 98], timezone)
      assert.deepEqual(await balance(place, Date.parse(first)), [30, 98], timezone)
      assert.equal(await pay(place, 1, Date.parse(first)), 1)
      assert.deepEqual(await balance(place, Date.parse('2027-06-15T12:00Z')), [30, 98])
    }
  })

  test('a month is given once, whatever the business’s time zone does', async () => {
    const place = await salon(db, { timezone: 'Asia/Kathmandu' })
    const eve = Date.parse('2026-11-30T20:00Z')
    assert.equal(await pay(place, 10, eve), 10)
    await db
      .updateTable('businesses')
      .set({ timezone: 'America/Bogota' })
      .where('id', '=', place.business_id)
      .execute()
    assert.deepEqual(await balance(place, eve), [20, 0])
    assert.deepEqual(await balance(place, Date.parse('2026-12-01T12:00Z')), [20, 0])
  })

  test('50 who spend at once over 3 credits: exactly 3 are paid', async () => {
    const place = await salon(db)
    assert.equal(await pay(place, 27), 27)
    const rows = await Promise.all(Array.from({ length: 50 }, () => message(place)))
    const unpaid = await Promise.all(
      rows.map((row) => db.transaction().execute((tx) => spend(tx, [row], NOW))),
    )
    assert.equal(unpaid.filter((rest) => rest.length === 0).length, 3)
    assert.deepEqual(await balance(place), [0, 0])
  })

  test('50 who spend at once where nobody has spent before: the month is given once', async () => {
    const place = await salon(db)
    const rows = await Promise.all(Array.from({ length: 50 }, () => message(place)))
    const unpaid = await Promise.all(
      rows.map((row) => db.transaction().execute((tx) => spend(tx, [row], NOW))),
    )
    assert.equal(unpaid.filter((rest) => rest.length === 0).length, 30)
    assert.deepEqual(await balance(place), [0, 0])
  })

  test('spending, granting and returning at once, over businesses in any order: nothing locks up, all adds up', async () => {
    const places = [await salon(db), await salon(db), await salon(db)]
    let granted = 0
    await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const rows = await Promise.all([0, 1, 2].map((k) => message(places[(n + k) % 3]!)))
        const unpaid = await db.transaction().execute((tx) => spend(tx, rows, NOW))
        const paid = rows.filter((row) => !unpaid.includes(row))
        if (n % 3 === 0) for (const row of paid) await settle(db, row, { state: 'failed' }, NOW)
        if (n % 20 === 0) await grant(places[0]!, `pago ${++granted}`)
      }),
    )
    for (const place of places) await balance(place)
  })

  test('the database refuses a balance below zero, whoever writes it', async () => {
    const place = await salon(db)
    await balance(place)
    for (const column of ['free', 'paid'] as const)
      await assert.rejects(
        db
          .updateTable('credit_accounts')
          .set({ [column]: -1 })
          .where('business_id', '=', place.business_id)
          .execute(),
        (error) => sqlState(error) === '23514',
      )
  })

  test('a message is paid once', async () => {
    const place = await salon(db)
    const row = await message(place)
    const paying = () => db.transaction().execute((tx) => spend(tx, [row], NOW))
    await paying()
    await assert.rejects(paying(), (error) => sqlState(error) === '23505')
    assert.deepEqual(await balance(place), [29, 0])
  })
})

describe('a message that is never sent gives its credit back', () => {
  test('once, however often it is settled', async () => {
    const place = await salon(db)
    const row = await message(place)
    await db.transaction().execute((tx) => spend(tx, [row], NOW))
    assert.deepEqual(await balance(place), [29, 0])
    await settle(db, row, { state: 'queued', error: 'later', due_at: NOW }, NOW)
    assert.deepEqual(await balance(place), [29, 0])
    await Promise.all([1, 2, 3].map(() => settle(db, row, { state: 'failed', error: 'never' }, NOW)))
    await settle(db, row, { state: 'skipped', error: 'late' }, NOW)
    assert.deepEqual(await balance(place), [30, 0])
  })

  test('not when it was sent', async () => {
    const place = await salon(db)
    const row = await message(place)
    await db.transaction().execute((tx) => spend(tx, [row], NOW))
    await settle(db, row, { state: 'sent' }, NOW)
    assert.deepEqual(await balance(place), [29, 0])
  })

  test('a paid one comes back as a paid one', async () => {
    const place = await salon(db)
    await grant(place, 'pago')
    await pay(place, 30)
    const row = await message(place)
    await db.transaction().execute((tx) => spend(tx, [row], NOW))
    assert.deepEqual(await balance(place), [0, 99])
    await settle(db, row, { state: 'failed' }, NOW)
    assert.deepEqual(await balance(place), [0, 100])
  })

  test('a free one goes back to its month, also when that is over', async () => {
    const place = await salon(db)
    const row = await message(place)
    await db.transaction().execute((tx) => spend(tx, [row], NOW))
    const december = Date.parse('2026-12-03T12:00Z')
    assert.deepEqual(await balance(place, december), [30, 0])
    await settle(db, row, { state: 'failed' }, december)
    assert.deepEqual(await balance(place, december), [30, 0])
    const { rows } = await sql<{ month: string; sum: number }>`
      select month, sum(amount)::integer from credit_movements where business_id = ${place.business_id}
      group by month order by month`.execute(db)
    assert.deepEqual(rows, [
      { month: '2026-11-01', sum: 0 },
      { month: '2026-12-01', sum: 30 },
    ])
  })

  test('a greeting and a reminder that wait when their client is forgotten', async () => {
    const place = await salon(db)
    const headers = await ownerHeaders(db, place)
    const body = booking(place, { send_confirmation: false })
    const { appointment } = (await call('POST', '/api/appointments', { headers, body })).body
    const { card_id } = await db
      .selectFrom('appointments')
      .select('card_id')
      .where('id', '=', appointment.id)
      .executeTakeFirstOrThrow()
    const [greeting, reminder, sent] = [await message(place), await message(place), await message(place)]
    await db.transaction().execute((tx) => spend(tx, [greeting, reminder, sent], NOW))
    await settle(db, sent, { state: 'sent' }, NOW)
    const about = { appointment_id: appointment.id }
    const ofCard = { card_id, kind: 'reminder_birthday' }
    for (const [{ id }, set] of [
      [greeting, ofCard],
      [reminder, about],
      [sent, about],
    ] as const)
      await db.updateTable('messages').set(set).where('id', '=', id).execute()
    await call('POST', `/api/appointments/${appointment.id}/cancel`, { headers })
    assert.deepEqual(await balance(place), [27, 0])
    assert.equal((await call('POST', `/api/clients/${card_id}/forget`, { headers })).status, 200)
    assert.deepEqual(await balance(place), [29, 0])
    const returned = await db
      .selectFrom('credit_movements')
      .select('message_id')
      .where('business_id', '=', place.business_id)
      .where('reason', '=', 'returned')
      .orderBy('message_id')
      .execute()
    assert.deepEqual(
      returned.map(({ message_id }) => message_id),
      [greeting.id, reminder.id],
    )
    const skipped = await db
      .selectFrom('messages')
      .select(['state', 'settled_at'])
      .where('id', 'in', [greeting.id, reminder.id])
      .execute()
    for (const { state, settled_at } of skipped) assert.ok(state === 'skipped' && settled_at !== null)
  })
})

describe('a package', () => {
  test('adds 100, with its payment and who granted it', async () => {
    const place = await salon(db)
    assert.deepEqual(await grant(place, 'Nequi 8812'), {
      free_credits: 30,
      paid_credits: 100,
      total_credits: 130,
    })
    const movement = await db
      .selectFrom('credit_movements')
      .selectAll()
      .where('business_id', '=', place.business_id)
      .where('reason', '=', 'package')
      .executeTakeFirstOrThrow()
    const { kind, amount, reference, administrator_id, month, at } = movement
    assert.deepEqual(
      [kind, amount, reference, administrator_id, month, at],
      ['paid', 100, 'Nequi 8812', administrator.id, null, NOW],
    )
  })

  test('of one payment is granted once, also by two at once', async () => {
    const place = await salon(db)
    const answers = await Promise.allSettled([grant(place, 'A1'), grant(place, 'A1'), grant(place, 'A1')])
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.ok(answers.every((answer) => answer.status === 'fulfilled' || answer.reason.status === 409))
    assert.deepEqual(await balance(place), [30, 100])
    await grant(place, 'A2')
    await grant(await salon(db), 'A1')
    assert.deepEqual(await balance(place), [30, 200])
  })

  test('in the caller’s transaction stands or falls with it', async () => {
    const place = await salon(db)
    const { business_id } = place
    const half = db.transaction().execute(async (tx) => {
      await grantCredits(tx, { business_id, administrator_id: administrator.id, reference: 'B' }, NOW)
      throw new Error('the audit failed')
    })
    await assert.rejects(half, /the audit failed/)
    assert.deepEqual(await balance(place), [30, 0])
  })

  test('for a business that does not exist is refused', async () => {
    await assert.rejects(grant({ business_id: 999_999 }, 'C'), (error: any) => error.status === 404)
  })
})

describe('the owner sees', () => {
  test('the balance', async () => {
    const me = await owner(call, { remember: true })
    const { status, body } = await me.as('GET', '/api/message-credits/status')
    assert.equal(status, 200)
    assert.deepEqual(body, {
      success: true,
      credits: { free_credits: 30, paid_credits: 0, total_credits: 30 },
    })
    assert.equal((await call('GET', '/api/message-credits/status')).status, 401)
    clock.now = Date.parse('2026-12-05T12:00Z')
    const december = await me.as('GET', '/api/message-credits/status')
    assert.equal(december.body.credits.total_credits, 30)
    clock.now = NOW
  })

  test('every movement, newest first, page by page, and nobody else’s', async () => {
    const [me, other] = [await owner(call), await owner(call)]
    await grant(other, 'ajeno')
    await grant(me, 'pago 7')
    const row = await message(me)
    await db.transaction().execute((tx) => spend(tx, [row], NOW))
    await settle(db, row, { state: 'failed' }, NOW)

    const { body } = await me.as('GET', '/api/message-credits/movements')
    assert.equal(body.total, 4)
    assert.equal(body.credits.total_credits, 130)
    assert.deepEqual(
      body.movements.map(({ reason, kind, amount }: any) => `${reason} ${kind} ${amount}`),
      ['returned free 1', 'reminder free -1', 'package paid 100', 'monthly free 30'],
    )
    assert.equal(body.movements[2].reference, 'pago 7')
    assert.equal(body.movements[1].message_id, row.id)
    assert.equal(body.movements[0].at, new Date(NOW).toISOString())

    const second = await me.as('GET', '/api/message-credits/movements?limit=3&page=2')
    assert.deepEqual(
      second.body.movements.map(({ reason }: any) => reason),
      ['monthly'],
    )
    for (const wrong of ['page=0', 'limit=1000', 'page=x'])
      assert.equal((await me.as('GET', `/api/message-credits/movements?${wrong}`)).status, 400, wrong)
    assert.equal((await call('GET', '/api/message-credits/movements')).status, 401)
  })
  test('what ended with its month, dated when the month did', async () => {
    const me = await owner(call, { remember: true })
    const row = await message(me)
    await db.transaction().execute((tx) => spend(tx, [row], NOW))
    clock.now = Date.parse('2026-12-05T12:00Z')
    const { body } = await me.as('GET', '/api/message-credits/movements')
    assert.deepEqual(
      body.movements.map(({ reason, amount, month }: any) => [reason, amount, month]),
      [
        ['monthly', 30, '2026-12-01'],
        ['expired', -29, '2026-11-01'],
        ['reminder', -1, '2026-11-01'],
        ['monthly', 30, '2026-11-01'],
      ],
    )
    assert.equal(body.movements[1].at, '2026-12-01T05:00:00.000Z')
    clock.now = NOW
  })
})

test('what ended with its month before this was written down is written down by the update', async () => {
  const name = `before_ended_messages_${process.pid}`
  await sql`create database ${sql.id(name)} template template0`.execute(db)
  const before = connect({ url: (await urlOf(db)).replace(/@\/\w+/, `@/${name}`) })
  opened.push(() => before.destroy())
  const all = knownMigrations()
  const update = all.findIndex((migration) => migration.endsWith('_ended_free_messages'))
  await migrate(before, all[update - 1])
  const { business_id } = await salon(before)
  await sql`
    with a as (insert into credit_accounts (business_id, month, free, paid) values (${business_id}, '2026-11-01', 28, 100))
    insert into credit_movements (business_id, kind, month, amount, reason)
    select ${business_id}, kind, month::date, amount, reason from (values
      ('free', '2026-09-01', 30, 'monthly'), ('free', '2026-09-01', -30, 'reminder'),
      ('free', '2026-10-01', 30, 'monthly'), ('free', '2026-10-01', -5, 'reminder'),
      ('free', '2026-11-01', 30, 'monthly'), ('free', '2026-11-01', -2, 'reminder'),
      ('paid', null, 100, 'package')) m (kind, month, amount, reason)`.execute(before)
  await migrate(before, all[update])
  const { rows } = await sql`
    select month, amount, at = '2026-11-01T00:00-05' as at_its_end from credit_movements
    where reason = 'expired'`.execute(before)
  assert.deepEqual(rows, [{ month: '2026-10-01', amount: -25, at_its_end: true }])
  await addsUp(business_id, before)
})
