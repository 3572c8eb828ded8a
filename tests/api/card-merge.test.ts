import { foldCards } from '#server/clients/fold-queries.ts'
import { forgetMerges, MOVED, STAYING } from '#server/clients/merge-queries.ts'
import { mergeCards } from '#server/clients/merge.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, booking, database, NOW } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'
import { until } from '../smtp.ts'

const db = await database()
// A refused body is not read, which a slow machine would hear of.
const { call, clock } = await api(db, { env: { REQUEST_SECONDS: '290' } })
const DAY = 86_400_000

async function owned() {
  const who = await owner(call)
  const place = { business_id: who.business_id, slug: who.slug, ...(await withOffer(who)) }
  await who.as('PATCH', '/api/businesses/profile', { max_future_appointments: 50 })
  let n = 0
  const book = async (client: object) => {
    const appointment_time = `${String(9 + (n % 9)).padStart(2, '0')}:00`
    const appointment_date = `2026-12-0${1 + Math.floor(n++ / 9)}`
    const body = booking(place, { appointment_date, appointment_time, client_id: '', ...client })
    const answer = await call('POST', '/api/appointments/public', { body })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.appointment.id as number
  }
  const cardOf = async (id: number) =>
    (await db.selectFrom('appointments').select('card_id').where('id', '=', id).executeTakeFirstOrThrow())
      .card_id!
  const booked = async (client: object) => cardOf(await book(client))
  const merge = (keep: number, ...merge: number[]) => who.as('POST', '/api/clients/merge', { keep, merge })
  const unmerge = (merge_id: number) => who.as('POST', '/api/clients/unmerge', { merge_id })
  const done = async (answer: ReturnType<typeof call>) => {
    const { status, body } = await answer
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const whole = async (id: number) => (await done(who.as('GET', `/api/clients/${id}`))).client
  const total = async () => (await done(who.as('GET', '/api/clients'))).total as number
  /** All that the cards, appointments and notes say, but how often they changed and what has become past. */
  const state = async () => {
    await foldCards({ db, now: () => clock.now })
    const cards = await db
      .selectFrom('client_cards')
      .selectAll()
      .where('business_id', '=', who.business_id)
      .orderBy('id')
      .execute()
    const rowsOf = (table: 'appointments' | 'client_notes') =>
      db
        .selectFrom(table)
        .select(['id', 'card_id'])
        .where('business_id', '=', who.business_id)
        .orderBy('id')
        .execute()
    return {
      cards: cards.map(({ version: _, folded_at: __, visited_at: ___, next_at: ____, ...card }) => card),
      rows: [await rowsOf('appointments'), await rowsOf('client_notes')],
    }
  }
  return { ...who, place, book, booked, cardOf, merge, unmerge, done, whole, total, state }
}
const ana = {
  client_name: 'Ana Ruiz',
  client_phone: '+573001230001',
  client_email: 'ana@correo.example',
}
const anita = {
  client_name: 'Anita R.',
  client_phone: '+573001230002',
  client_email: 'anita@correo.example',
  client_id: '1037123499',
}
const luz = { client_name: 'Luz', client_phone: '+573001230003', client_email: 'luz@correo.example' }

test('cards become one with all that they have, and exactly what they were when that is taken back', async () => {
  const { booked, merge, unmerge, done, whole, total, state, as } = await owned()
  const [a, b, c] = [await booked(ana), await booked(anita), await booked(luz)]
  await booked(anita)
  await done(as('PATCH', `/api/clients/${b}`, { alert: 'Alergia: acetona' }))
  await as('POST', `/api/clients/${b}/notes`, { body: 'Prefiere la tarde' })
  await done(as('POST', `/api/clients/${c}/block`, { reason: 'No viene' }))
  const recalled = (id: number) =>
    db.selectFrom('client_cards').select('recalled_at').where('id', '=', id).executeTakeFirstOrThrow()
  for (const [id, days] of [
    [b, 9],
    [c, 2],
  ] as const)
    await db
      .updateTable('client_cards')
      .set({ recalled_at: new Date(NOW - days * 86_400_000).toISOString() })
      .where('id', '=', id)
      .execute()
  const before = await state()

  const { client, merge_id } = await done(merge(a, b, c))
  assert.deepEqual(
    [client.client_name, client.client_phone, client.client_email, client.client_id, client.alert],
    ['Ana Ruiz', ana.client_phone, ana.client_email, anita.client_id, 'Alergia: acetona'],
  )
  assert.ok(client.blocked_at, 'a block stays')
  assert.equal(client.blocked_reason, 'No viene')
  assert.equal((await recalled(a)).recalled_at, NOW - 2 * 86_400_000, 'told lately, and not again')
  assert.equal(await total(), 1)
  const card = await whole(a)
  assert.deepEqual([card.appointments, card.history.length, card.notes.length], [4, 4, 1])
  assert.deepEqual(
    card.merges.map(({ id, names }: any) => [id, names]),
    [[merge_id, ['Anita R.', 'Luz']]],
  )
  assert.equal((await as('GET', `/api/clients/${b}`)).status, 404)
  // Who books as before is the one client.
  assert.equal((await as('POST', `/api/clients/${a}/unblock`)).status, 200)
  await done(as('POST', `/api/clients/${a}/block`, { reason: 'No viene' }))
  await db
    .updateTable('client_cards')
    .set({ blocked_at: new Date(client.blocked_at).toISOString() })
    .where('id', '=', a)
    .execute()

  await done(unmerge(merge_id))
  assert.deepEqual(await state(), before)
  assert.equal(await total(), 3)
})

test('a field that says something else since stays, though both would be read as the same date', async () => {
  const { merge, unmerge, done, whole, as } = await owned()
  const made = async (body: object) => (await as('POST', '/api/clients', body)).body.client.id as number
  const keep = await made({ client_name: 'Ana' })
  const other = await made({ client_name: 'Anita', alert: 'Alegia 2', birthday: '05-14' })
  const { merge_id } = await done(merge(keep, other))
  await done(as('PATCH', `/api/clients/${keep}`, { alert: 'Alergia 2', birthday: '2001-05-14' }))
  await done(unmerge(merge_id))
  const { alert, birthday } = await whole(keep)
  assert.deepEqual([alert, birthday], ['Alergia 2', '2001-05-14'])
})

test('what is changed after a merge survives its end, and who was booked meanwhile stays', async () => {
  const { booked, book, cardOf, merge, unmerge, done, whole, as } = await owned()
  const { client: keep } = (await as('POST', '/api/clients', { client_name: 'Ana' })).body
  const b = await booked(anita)
  const { client, merge_id } = await done(merge(keep.id, b))
  assert.deepEqual([client.client_phone, client.client_id], [anita.client_phone, anita.client_id])
  await done(
    as('PATCH', `/api/clients/${keep.id}`, { client_phone: '+573009990000', version: client.version }),
  )
  await done(unmerge(merge_id))
  const after = await whole(keep.id)
  assert.deepEqual(
    [after.client_phone, after.client_email, after.client_id, after.history.length],
    ['+573009990000', null, null, 0],
  )
  const again = await done(merge(keep.id, b))
  const later = await book(anita)
  assert.equal(await cardOf(later), keep.id, 'a merged card leads to the one that is kept')
  await done(unmerge(again.merge_id))
  assert.equal(await cardOf(later), keep.id)
  assert.deepEqual(
    (await whole(b)).history.map(({ id }: any) => id === later),
    [false],
  )
})

test('an alert that another card has is not lost: the kept one’s stays, the other becomes a note', async () => {
  const { booked, merge, unmerge, done, whole, as } = await owned()
  const [a, b] = [await booked(ana), await booked(anita)]
  await done(as('PATCH', `/api/clients/${a}`, { alert: 'Embarazada' }))
  await done(as('PATCH', `/api/clients/${b}`, { alert: 'Alergia: acetona' }))
  const { merge_id, client } = await done(merge(a, b))
  assert.equal(client.alert, 'Embarazada')
  assert.deepEqual(
    (await whole(a)).notes.map(({ body }: any) => body),
    ['Alerta de la ficha unida: Alergia: acetona'],
  )
  await done(unmerge(merge_id))
  assert.deepEqual((await whole(a)).notes, [])
  assert.equal((await whole(b)).alert, 'Alergia: acetona')
})

test('merges of merged cards are taken back the latest first, within thirty days, each once', async () => {
  const { booked, merge, unmerge, done, total, state } = await owned()
  const [a, b, c] = [await booked(ana), await booked(anita), await booked(luz)]
  const first = await state()
  const one = await done(merge(b, c))
  const second = await state()
  const two = await done(merge(a, b))
  assert.equal(await total(), 1)
  const { status, body } = await unmerge(one.merge_id)
  assert.deepEqual([status, body.error], [409, 'Primero deshaz la unión más reciente de esta ficha'])
  await done(unmerge(two.merge_id))
  assert.deepEqual(await state(), second)
  await done(unmerge(two.merge_id))
  clock.now = NOW + 30 * DAY + 1
  try {
    // A session ends before that.
    await db
      .updateTable('sessions')
      .set({ expires_at: new Date(NOW + 60 * DAY).toISOString() })
      .execute()
    const late = await unmerge(one.merge_id)
    assert.deepEqual([late.status, late.body.error], [409, 'Una unión se puede deshacer durante 30 días'])
    clock.now = NOW + 29 * DAY
    await done(unmerge(one.merge_id))
    assert.deepEqual(await state(), first)
    await forgetMerges(db, NOW + 32 * DAY)
    assert.equal((await unmerge(one.merge_id)).status, 404)
  } finally {
    clock.now = NOW
  }
})

test('sent twice, at once or one after the other, a merge is made once and so is its end', async () => {
  const { booked, merge, unmerge, done, business_id, headers } = await owned()
  const [a, b] = [await booked(ana), await booked(anita)]
  const merges = await Promise.all([merge(a, b), merge(a, b), merge(a, b)])
  assert.deepEqual(
    merges.map(({ status }) => status),
    [200, 200, 200],
  )
  const id = merges[0]!.body.merge_id
  assert.ok(merges.every(({ body }) => body.merge_id === id))
  const acts = () =>
    db
      .selectFrom('activity')
      .select('act')
      .where('business_id', '=', business_id)
      .where('act', 'like', 'clients_%')
      .execute()
  assert.equal((await acts()).length, 1)
  const keyed = { headers: { ...headers, 'idempotency-key': 'u' }, body: { merge_id: id } }
  const ends = await Promise.all([
    call('POST', '/api/clients/unmerge', keyed),
    call('POST', '/api/clients/unmerge', keyed),
    unmerge(id),
  ])
  assert.deepEqual(
    ends.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.deepEqual(
    (await acts()).map(({ act }) => act),
    ['clients_merged', 'clients_unmerged'],
  )
  // A new merge of the same is another one.
  assert.notEqual((await done(merge(a, b))).merge_id, id)
})

test('merges that cross leave one card and no ring, however many', async () => {
  const { booked, merge, business_id } = await owned()
  for (let round = 0; round < 5; round++) {
    const some = { client_name: `Eva ${round}`, client_phone: `+5730155500${round}1`, client_email: null }
    const cards: number[] = []
    for (let n = 0; n < 4; n++)
      cards.push(
        await booked({
          ...some,
          client_name: `${'ABCD'[n]}${'abcde'[round]} Eva`,
          client_phone: `+5730155500${round}${n}`,
          client_email: `e${round}${n}@correo.example`,
        }),
      )
    const answers = await Promise.all(
      cards.flatMap((keep) => cards.filter((other) => other !== keep).map((other) => merge(keep, other))),
    )
    assert.ok(answers.every(({ status }) => status === 200 || status === 409))
    const rows = await db
      .selectFrom('client_cards')
      .select(['id', 'merged_into'])
      .where('business_id', '=', business_id)
      .where('id', 'in', cards)
      .execute()
    const left = rows.filter(({ merged_into }) => merged_into === null).map(({ id }) => id)
    assert.equal(left.length, 1)
    assert.ok(rows.every(({ id, merged_into }) => id === left[0] || merged_into === left[0]))
  }
})

test('bookings and changes that arrive during merges are on the card that is kept, and none fails', async () => {
  const { booked, book, merge, unmerge, done, as, business_id } = await owned()
  const [a, b] = [await booked(ana), await booked(anita)]
  const some = [await book(ana), await book(anita), await book(anita), await book(anita)]
  const changed = (n: number) =>
    done(
      as('PATCH', `/api/appointments/${some[n % 4]}`, {
        client_name: n % 2 ? 'Anita R' : 'Anita R.',
        client_phone: anita.client_phone,
        client_email: anita.client_email,
      }),
    )
  for (let round = 0; round < 6; round++) {
    const [merged] = await Promise.all([
      done(merge(a, b)),
      ...Array.from({ length: 3 }, () => book(round % 2 ? ana : anita)),
      ...[1, 2, 3, 4, 5, 6].map(changed),
      foldCards({ db, now: () => clock.now }),
    ])
    const { rows } = await sql<{ card_id: number }>`
      select distinct card_id from appointments where business_id = ${business_id}`.execute(db)
    assert.deepEqual(
      rows.map(({ card_id }) => card_id),
      [a],
      `round ${round}`,
    )
    await Promise.all([done(unmerge(merged!.merge_id)), book(anita), changed(1)])
  }
})

test('a request that makes no sense is refused in words, and another business’s card is not there', async () => {
  const { booked, merge, unmerge, as } = await owned()
  const a = await booked(ana)
  const other = await owned()
  const theirs = await other.booked(luz)
  for (const [body, sentence] of [
    [{ keep: a, merge: [a] }, 'Elige dos fichas distintas'],
    [{ keep: a, merge: [] }, 'Elige las fichas que se unen'],
    [{ keep: a, merge: ['x'] }, 'Elige las fichas que se unen'],
    [{ merge: [a] }, 'Elige las fichas que se unen'],
    [{ keep: a, merge: Array.from({ length: 11 }, (_, n) => n + 1) }, 'Une hasta 10 fichas a la vez'],
  ] as const) {
    const answer = await as('POST', '/api/clients/merge', body)
    assert.deepEqual([answer.status, answer.body.error], [400, sentence])
  }
  assert.equal((await merge(a, theirs)).status, 404)
  assert.equal((await merge(theirs, a)).status, 404)
  const { merge_id } = (await other.merge(await other.booked(anita), theirs)).body
  assert.equal((await unmerge(merge_id)).status, 404)
})

test('the link of an e-mail goes on opening that one’s appointments, and forgetting takes all that was merged', async () => {
  const { booked, merge, unmerge, done, as, state, business_id } = await owned()
  const her = { ...anita, client_email: 'anita.portal@correo.example', client_id: '1037123400' }
  const [a, b] = [await booked(ana), await booked(her)]
  const { merge_id } = await done(merge(a, b))
  const seen = await call('POST', '/api/appointments/client/appointments', {
    body: { client_id: her.client_id, client_email: her.client_email, recaptcha_token: 'dev-token' },
  })
  assert.deepEqual([seen.status, seen.body.appointments.length], [200, 1])
  await db
    .updateTable('appointments')
    .set({ status: 'completed' })
    .where('business_id', '=', business_id)
    .execute()
  await done(as('POST', `/api/clients/${a}/forget`))
  assert.doesNotMatch(JSON.stringify(await state()), /Ana|Anita|correo\.example/)
  assert.equal((await unmerge(merge_id)).status, 404)
})

test('a card that was merged meanwhile is not forgotten: whoever asked hears so, and all is still there', async () => {
  const { booked, merge, unmerge, done, whole, as, business_id } = await owned()
  const [gone, kept] = [await booked(ana), await booked(anita)]
  const { merge_id } = await done(merge(kept, gone))
  const forget = () => as('POST', `/api/clients/${gone}/forget`)
  const late = await forget()
  assert.deepEqual([late.status, late.body.error], [404, 'Cliente no encontrado'])
  assert.equal((await whole(kept)).history.length, 2)
  await done(unmerge(merge_id))
  assert.equal((await whole(gone)).client_name, 'Ana Ruiz')
  await db.updateTable('appointments').set({ status: 'completed' }).where('card_id', '=', gone).execute()

  // The merge is being written while the owner confirms: the lock decides.
  const { user_id } = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('business_id', '=', business_id)
    .executeTakeFirstOrThrow()
  let forgotten: ReturnType<typeof forget> | undefined
  await db.transaction().execute(async (tx) => {
    await mergeCards(tx, { keep: kept, merge: [gone] }, { business_id, user_id, nowMs: NOW })
    forgotten = forget()
    await until(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
      return rows.length > 0
    })
  })
  assert.equal((await forgotten!).status, 404)
  const { client_name } = await db
    .selectFrom('client_cards')
    .select('client_name')
    .where('id', '=', gone)
    .executeTakeFirstOrThrow()
  assert.equal(client_name, 'Ana Ruiz')
})

test('every table that has something of a card says whether that goes along in a merge', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'card_id' order by 1`.execute(db)
  assert.deepEqual(
    rows.map(({ name }) => name),
    [...MOVED, ...STAYING].sort(),
    'say in server/clients/merge-queries.ts what becomes of its rows',
  )
})
