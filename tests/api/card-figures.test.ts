import { foldCards } from '#server/clients/fold-queries.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, appointmentRow, database } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'

const db = await database()
// A refused body is not read, which a slow machine would hear of.
const { app, call } = await api(db, { env: { REQUEST_SECONDS: '290' } })

const PEOPLE = ['Ana', 'Pedro', 'Luz', 'Marta', 'Iván', 'Olga']
const FROM = '2026-11-01'
const TO = '2026-11-19'

/** Six people, two of each e-mail and telephone, who came once in a month, twice, up to six times, or missed or cancelled. */
async function family() {
  const who = await owner(call)
  const place = { business_id: who.business_id, slug: who.slug, ...(await withOffer(who)) }
  let n = 0
  for (const [i, name] of PEOPLE.entries())
    for (let visit = 0; visit <= i; visit++) {
      const date = String(Temporal.PlainDate.from(TO).subtract({ days: 9 * visit + (n % 3) }))
      const time = `${String(8 + (n % 11)).padStart(2, '0')}:${n % 2 ? '00' : '30'}`
      const state =
        n % 5 === 4
          ? { status: 'cancelled' as const }
          : {
              status: 'completed' as const,
              attendance_status: n % 7 === 5 ? ('no_show' as const) : ('attended' as const),
            }
      await db
        .insertInto('appointments')
        .values({
          ...appointmentRow(place, date, time),
          client_name: `${name} Ruiz`,
          client_email: `casa${i >> 1}@correo.example`,
          client_phone: `+57300111000${i >> 1}`,
          price: 10_000 + 1000 * n++,
          ...state,
        })
        .execute()
    }
  const done = async (method: 'GET' | 'POST', url: string, body?: unknown) => {
    const answer = await who.as(method, url, body)
    assert.equal(answer.status, 200, `${url} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  return { ...who, place, done }
}
type Family = Awaited<ReturnType<typeof family>>

/** The figures as the product answers them. */
async function answered({ done, headers }: Family) {
  const { metrics } = await done('GET', `/api/businesses/metrics?from=${FROM}&to=${TO}`)
  const { clients, total } = await done('GET', '/api/clients?limit=100&sort=visits&order=desc')
  const older = await done('GET', '/api/businesses/clients?limit=100')
  const { body } = await app.inject({ url: '/api/businesses/clients.csv', headers })
  return {
    new: metrics.new_clients,
    returning: metrics.returning_clients,
    total,
    top: clients.map(({ visits }: any) => visits),
    cards: clients
      .map(({ id, appointments, visits, no_shows, spent }: any) => [
        id,
        appointments,
        visits,
        no_shows,
        spent,
      ])
      .sort(byFirst),
    older: older.clients.map(({ id, appointments }: any) => [id, appointments]).sort(byFirst),
    rows: body.trim().split('\r\n').length - 1,
  }
}

/** The same, counted one appointment at a time, by whose card each is. */
async function counted({ business_id }: Family) {
  const rows = await db
    .selectFrom('appointments')
    .selectAll()
    .where('business_id', '=', business_id)
    .execute()
  const cards = [...Map.groupBy(rows, (row) => row.card_id!)].sort(byFirst).map(([id, all]) => {
    const came = all.filter((row) => row.attendance_status === 'attended')
    const isInside = came.some((row) => row.appointment_date >= FROM && row.appointment_date <= TO)
    const isBefore = came.some((row) => row.appointment_date < FROM)
    const missed = all.filter((row) => row.attendance_status === 'no_show').length
    const spent = came.reduce((sum, row) => sum + row.price, 0)
    return { isInside, isBefore, row: [id, all.length, came.length, missed, spent] as const }
  })
  return {
    new: cards.filter(({ isInside, isBefore }) => isInside && !isBefore).length,
    returning: cards.filter(({ isInside, isBefore }) => isInside && isBefore).length,
    total: cards.length,
    top: cards.map(({ row }) => row[2]).sort((one, other) => other - one),
    cards: cards.map(({ row }) => [...row]),
    older: cards.map(({ row }) => [row[0], row[1]]),
    rows: cards.length,
  }
}
const byFirst = (one: readonly unknown[], other: readonly unknown[]) => Number(one[0]) - Number(other[0])

test('two people of one e-mail are two in every figure; merged they are one, and two again', async () => {
  const home = await family()
  await foldCards({ db })
  const before = await answered(home)
  assert.deepEqual(before, await counted(home))
  assert.equal(before.total, PEOPLE.length)
  assert.ok(before.new > 0 && before.returning > 0)

  const [ana, pedro] = await Promise.all(
    ['Ana', 'Pedro'].map(async (q) => (await home.done('GET', `/api/clients?q=${q}`)).clients[0].id),
  )
  const { merge_id } = await home.done('POST', '/api/clients/merge', { keep: ana, merge: [pedro] })
  // What is counted when it is asked is right at once; the order follows the job.
  const { top: _, ...atOnce } = await answered(home)
  const { top: __, ...expected } = await counted(home)
  assert.deepEqual(atOnce, expected)
  assert.equal(atOnce.total, PEOPLE.length - 1)
  await foldCards({ db })
  assert.deepEqual(await answered(home), await counted(home))

  await home.done('POST', '/api/clients/unmerge', { merge_id })
  await foldCards({ db })
  assert.deepEqual(await answered(home), before)
})

test('merges in any order, and taken back in any order that may be, leave every figure exact', async () => {
  const home = await family()
  await foldCards({ db })
  const before = await answered(home)
  // Always the same numbers, so that a failure comes again.
  let seed = 7
  const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below
  const open: number[] = []
  for (let step = 0; step < 25; step++) {
    const { clients } = await home.done('GET', '/api/clients?limit=100')
    if (clients.length > 1 && random(5) > 1) {
      const [keep, gone] = [
        clients.splice(random(clients.length), 1)[0],
        clients[random(clients.length)],
      ].map(({ id }: any) => id)
      open.push((await home.done('POST', '/api/clients/merge', { keep, merge: [gone] })).merge_id)
    } else if (open.length > 0) await home.done('POST', '/api/clients/unmerge', { merge_id: open.pop() })
    await foldCards({ db })
    assert.deepEqual(await answered(home), await counted(home), `step ${step}`)
  }
  for (const merge_id of open.toReversed()) await home.done('POST', '/api/clients/unmerge', { merge_id })
  await foldCards({ db })
  assert.deepEqual(await answered(home), before)
})

test('a change of what is added up is folded afresh: a card whose sums are wrong is right after the job', async () => {
  const home = await family()
  await foldCards({ db })
  const before = await answered(home)
  await db
    .updateTable('client_cards')
    .set({ visits: 99, appointments: 99, spent: 1, no_shows: 9 })
    .where('business_id', '=', home.business_id)
    .execute()
  assert.notDeepEqual(await stored(home), before.cards)
  // As a migration does that changes the sums.
  await db
    .insertInto('cards_stale')
    .columns(['business_id', 'card_id'])
    .expression(
      db.selectFrom('client_cards').select(['business_id', 'id']).where('business_id', '=', home.business_id),
    )
    .execute()
  await foldCards({ db })
  assert.deepEqual(await stored(home), before.cards)
  assert.deepEqual(await answered(home), before)
})

async function stored({ business_id }: Family) {
  const rows = await db
    .selectFrom('client_cards')
    .select(['id', 'appointments', 'visits', 'no_shows', 'spent'])
    .where('business_id', '=', business_id)
    .orderBy('id')
    .execute()
  return rows.map((row) => [row.id, row.appointments, row.visits, row.no_shows, row.spent])
}
