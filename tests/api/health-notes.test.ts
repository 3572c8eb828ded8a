import { MERGE_SENTENCES } from '#domain/card-merge.ts'
import { foldCards } from '#server/clients/fold-queries.ts'
import { mergeCards } from '#server/clients/merge.ts'
import { HEALTH_SENTENCES, MOST_HEALTH_NOTES } from '#domain/health.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, booking, database } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'
import { memberOf } from '../roles.ts'
import { until } from '../smtp.ts'
import { twoProfessionals } from '../two-professionals.ts'

const db = await database()
const { call, clock } = await api(db)

const SECRET = 'Reacción al amoníaco en junio'

async function owned() {
  const who = await owner(call)
  const place = { business_id: who.business_id, slug: who.slug, ...(await withOffer(who)) }
  const made = async (client_name = 'Camila Rojas', more: object = {}) => {
    const { status, body } = await who.as('POST', '/api/clients', { client_name, ...more })
    assert.equal(status, 201, JSON.stringify(body))
    return body.client.id as number
  }
  const write = (card: number, body: object = { body: SECRET, agreed: true }, key?: string) =>
    call('POST', `/api/clients/${card}/health`, {
      headers: { ...who.headers, ...(key && { 'idempotency-key': key }) },
      body,
    })
  const read = async (card: number) => {
    const { status, body } = await who.as('GET', `/api/clients/${card}/health`)
    assert.equal(status, 200, JSON.stringify(body))
    return body as { consent: { at: string } | null; notes: { id: number; body: string | null }[] }
  }
  const bodies = async (card: number) => (await read(card)).notes.map(({ body }) => body)
  const consents = () =>
    db
      .selectFrom('consents')
      .select(['card_id', 'given', 'channel', 'text_version', 'evidence'])
      .where('business_id', '=', who.business_id)
      .where('purpose', '=', 'health_data')
      .orderBy('id')
      .execute()
  const acts = async () => {
    const { body } = await who.as('GET', '/api/activity')
    return (body.activity as { act: string; text: string }[]).filter(({ act }) => act.startsWith('health'))
  }
  /** Somebody who booked and asks in the portal to withdraw what they agreed to. */
  const revoke = async () => {
    const { body } = await call('POST', '/api/appointments/public', { body: booking(place) })
    const { card_id } = await db
      .selectFrom('appointments')
      .select('card_id')
      .where('id', '=', body.appointment.id)
      .executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('data_requests')
      .values({
        business_id: place.business_id,
        appointment_id: body.appointment.id,
        kind: 'revoke',
        client_name: 'Camila',
        received_at: new Date(clock.now).toISOString(),
        due_date: '2026-12-14',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const answer = () =>
      who.as('POST', `/api/data-requests/${id}/answer`, { outcome: 'done', answer: 'Listo' })
    return { card_id: card_id!, answer }
  }
  return { ...who, place, made, write, read, bodies, consents, acts, revoke }
}

const isWaiting = async () => {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ~ 'client_cards'`.execute(db)
  return rows.length > 0
}

/** The tables in whose rows a text stands, as it is or as bytes. */
async function holding(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db)
    const bytes = (row: string) =>
      [...row.matchAll(/\\x([0-9a-f]+)/g)].map((hex) => Buffer.from(hex[1]!, 'hex').toString()).join(' ')
    if (rows.some(({ row }) => `${row} ${bytes(row)}`.includes(text))) found.push(name)
  }
  return found
}

test('a note on health asks for the consent of the client, once, and then stands', async () => {
  const { made, write, read, consents, as } = await owned()
  const card = await made()
  const refused = await write(card, { body: SECRET })
  assert.deepEqual(
    [refused.status, refused.body.error, refused.body.fields],
    [400, HEALTH_SENTENCES.consent, { agreed: HEALTH_SENTENCES.consent }],
  )
  assert.equal(HEALTH_SENTENCES.consent, 'Los datos de salud requieren autorización expresa del cliente')
  assert.deepEqual([await read(card), await consents()], [{ success: true, consent: null, notes: [] }, []])
  assert.equal((await write(card)).status, 201)
  // Whoever agreed is not asked again.
  assert.equal((await write(card, { body: 'Prueba de parche' })).status, 201)
  const { consent, notes } = await read(card)
  assert.ok(consent)
  assert.deepEqual(
    notes.map(({ body }) => body),
    ['Prueba de parche', SECRET],
  )
  const [{ evidence, ...given }, ...more] = (await consents()) as [any, ...unknown[]]
  assert.deepEqual(
    [given, more, typeof evidence.user_id],
    [{ card_id: card, given: true, channel: 'owner', text_version: '2026-11' }, [], 'number'],
  )
  // The database wants the consent too.
  const [note] = await db.selectFrom('health_notes').selectAll().where('card_id', '=', card).execute()
  const { id: service } = await db
    .insertInto('consents')
    .values({
      business_id: note!.business_id,
      card_id: card,
      purpose: 'service',
      given: true,
      channel: 'owner',
      at: new Date(clock.now).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await assert.rejects(
    db.updateTable('health_notes').set({ consent_id: service }).where('id', '=', note!.id).execute(),
    /consent of the person/,
  )
  for (const body of ['', ' ', 'x'.repeat(2001), null, 7])
    assert.equal((await write(card, { body, agreed: true })).status, 400, JSON.stringify(body))
  assert.equal((await as('GET', `/api/clients/${card}`)).body.client.health_notes, 2)
})

test('what is noted of somebody’s health stands in no table, also where a request is kept that was sent again', async () => {
  const { made, write, read } = await owned()
  const card = await made()
  const body = { body: 'Zarzaparrilla-secreta', agreed: true }
  const [one, other] = await Promise.all([write(card, body, 'twice'), write(card, body, 'twice')])
  const again = await write(card, body, 'twice')
  assert.deepEqual([one.status, other.body, again.body], [201, one.body, one.body])
  assert.deepEqual(Object.keys(one.body), ['success', 'id'])
  assert.equal((await read(card)).notes.length, 1)
  assert.deepEqual(await holding('Zarzaparrilla'), [])
  assert.deepEqual(await holding('Camila Rojas'), ['client_cards'])
})

test('whoever reads, writes or removes is in the activity, by the name that the card has now, without what it says', async () => {
  const { made, write, read, acts, as } = await owned()
  const card = await made('Camila Rojas')
  await read(card)
  assert.deepEqual(await acts(), [], 'there was nothing to read')
  await write(card)
  const { notes } = await read(card)
  await as('DELETE', `/api/clients/${card}/health/${notes[0]!.id}`)
  await as('PATCH', `/api/clients/${card}`, { client_name: 'Camila Herrera' })
  assert.deepEqual(
    (await acts()).map(({ text }) => text),
    [
      'eliminó un dato de salud de Camila Herrera',
      'leyó los datos de salud de Camila Herrera',
      'anotó un dato de salud de Camila Herrera',
    ],
  )
  assert.equal((await as('POST', `/api/clients/${card}/forget`)).status, 200)
  assert.match((await acts())[0]!.text, /Cliente eliminado$/)
  const { rows } = await sql<{ text: string }>`select detail::text as text from activity`.execute(db)
  assert.ok(rows.every(({ text }) => !text.includes('amoníaco')))
})

test('who has no permission for it neither reads of it nor learns that it is there', async () => {
  const { who, place, cards, mine, others } = await twoProfessionals(call, db)
  const [own, foreign] = [cards.get(mine)!, cards.get(others)!]
  for (const card of [own, foreign])
    assert.equal(
      (await who.as('POST', `/api/clients/${card}/health`, { body: SECRET, agreed: true })).status,
      201,
    )
  const member = async (...[role, more]: [Parameters<typeof memberOf>[2], object?]) => {
    const { headers } = await memberOf(db, who.business_id, role, more)
    const statuses = []
    for (const card of [own, foreign]) {
      const read = await call('GET', `/api/clients/${card}/health`, { headers })
      const whole = await call('GET', `/api/clients/${card}`, { headers })
      statuses.push([read.status, whole.body.client?.health_notes])
      if (read.status !== 200) assert.ok(!JSON.stringify([read.body, whole.body]).includes('amoníaco'))
    }
    return statuses
  }
  const no = [403, null]
  assert.deepEqual(await member('reception'), [no, no])
  assert.deepEqual(await member('manager'), [no, no])
  const both = [200, 1]
  assert.deepEqual(await member('manager', { switches: { 'clients:health': true } }), [both, both])
  const { professional_id } = place
  assert.deepEqual(await member('professional', { professional_id }), [both, [404, undefined]])
  // A manager who attends clients reads of those, with the smaller switch.
  const switches = { 'clients:own-health': true }
  assert.deepEqual(await member('manager', { switches, professional_id }), [both, [404, null]])
})

test('a professional removes own notes, and who changes clients any', async () => {
  const { who, place, cards, mine } = await twoProfessionals(call, db)
  const card = cards.get(mine)!
  const { professional_id } = place
  const { headers } = await memberOf(db, who.business_id, 'professional', { professional_id })
  const write = async (headers: Record<string, string>) =>
    (await call('POST', `/api/clients/${card}/health`, { headers, body: { body: 'x', agreed: true } })).body
      .id as number
  const [theirs, own] = [await write(who.headers), await write(headers)]
  const remove = async (id: number, headers: Record<string, string>) =>
    (await call('DELETE', `/api/clients/${card}/health/${id}`, { headers })).status
  assert.deepEqual([await remove(theirs, headers), await remove(own, headers)], [404, 200])
  assert.deepEqual([await remove(theirs, who.headers), await remove(theirs, who.headers)], [200, 404])
})

test('a client who agrees no more takes the notes along, also by a request of the portal', async () => {
  const { made, write, read, consents, acts, revoke, as } = await owned()
  const card = await made()
  await write(card)
  const end = () => as('DELETE', `/api/clients/${card}/health`)
  assert.deepEqual([(await end()).body.removed, (await end()).body.removed], [1, 0])
  assert.deepEqual(
    [(await read(card)).consent, (await consents()).map(({ given }) => given)],
    [null, [true, false]],
  )
  assert.equal((await acts())[0]!.text, 'retiró la autorización de datos de salud de Camila Rojas')
  assert.equal((await write(card, { body: 'x' })).status, 400)

  const { card_id, answer } = await revoke()
  await write(card_id)
  assert.equal((await answer()).status, 200)
  const after = await read(card_id)
  assert.deepEqual([after.consent, after.notes], [null, []])
})

test('notes go along in a merge and back, and consent counts for the person', async () => {
  const { made, write, bodies, as } = await owned()
  const [keep, other] = [await made('Ana'), await made('Anita')]
  await write(other)
  const merged = await as('POST', '/api/clients/merge', { keep, merge: [other] })
  assert.deepEqual(await bodies(keep), [SECRET])
  assert.equal((await write(keep, { body: 'Más' })).status, 201, 'the merged card’s consent is theirs')
  assert.equal((await as('POST', '/api/clients/unmerge', { merge_id: merged.body.merge_id })).status, 200)
  assert.deepEqual([await bodies(keep), await bodies(other)], [['Más'], [SECRET]])
  // Withdrawn as one person, it stays withdrawn when they are two again.
  const again = await as('POST', '/api/clients/merge', { keep, merge: [other] })
  assert.equal((await as('DELETE', `/api/clients/${keep}/health`)).body.removed, 2)
  await as('POST', '/api/clients/unmerge', { merge_id: again.body.merge_id })
  for (const card of [keep, other]) assert.equal((await write(card, { body: 'x' })).status, 400)
})

test('a card with notes and one whose client withdrew since become one only once the notes are gone', async () => {
  const { made, write, bodies, as } = await owned()
  const [noted, other] = [await made('Ana'), await made('Anita')]
  await write(noted)
  await write(other)
  assert.equal((await as('DELETE', `/api/clients/${other}/health`)).body.removed, 1)
  for (const [keep, merged] of [
    [noted, other],
    [other, noted],
  ]) {
    const refused = await as('POST', '/api/clients/merge', { keep, merge: [merged] })
    assert.deepEqual([refused.status, refused.body.error], [409, MERGE_SENTENCES.withdrawn])
  }
  assert.deepEqual([await bodies(noted), await bodies(other)], [[SECRET], []])
  assert.equal((await as('DELETE', `/api/clients/${noted}/health`)).status, 200)
  assert.equal((await as('POST', '/api/clients/merge', { keep: noted, merge: [other] })).status, 200)
  // Whoever agrees again has the notes written since.
  const [later, before] = [await made('Eva'), await made('Evita')]
  await write(before)
  await as('DELETE', `/api/clients/${before}/health`)
  await write(later)
  assert.equal((await as('POST', '/api/clients/merge', { keep: before, merge: [later] })).status, 200)
  assert.deepEqual(await bodies(before), [SECRET])
})

test('a request to withdraw that waits for a merge takes along the notes that went to the card that is kept', async () => {
  const { made, write, bodies, revoke, business_id } = await owned()
  const keep = await made('Ana')
  const { card_id, answer } = await revoke()
  await write(card_id)
  const { user_id } = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('business_id', '=', business_id)
    .executeTakeFirstOrThrow()
  let answered: ReturnType<typeof answer> | undefined
  await db.transaction().execute(async (tx) => {
    await mergeCards(tx, { keep, merge: [card_id] }, { business_id, user_id, nowMs: clock.now })
    answered = answer()
    await until(isWaiting)
  })
  assert.equal((await answered!).status, 200)
  assert.deepEqual(await bodies(keep), [])
})

test('two at once hold the limit of a card, and a withdrawal beside a note leaves none without consent', async () => {
  const { made, write, as, read } = await owned()
  const card = await made()
  await write(card)
  const [{ sealed, consent_id, written_by, business_id }] = (await db
    .selectFrom('health_notes')
    .selectAll()
    .where('card_id', '=', card)
    .execute()) as [any]
  await sql`
    insert into health_notes (business_id, card_id, sealed, consent_id, written_by, at)
    select ${business_id}, ${card}, ${sealed}, ${consent_id}, ${written_by}, now()
    from generate_series(1, ${MOST_HEALTH_NOTES - 2})`.execute(db)
  const both = await Promise.all([write(card, { body: 'a' }), write(card, { body: 'b' })])
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
  assert.equal(both.find(({ status }) => status === 409)!.body.error, HEALTH_SENTENCES.full)
  for (let round = 0; round < 10; round++) {
    await as('DELETE', `/api/clients/${card}/health`)
    await write(card)
    const [late] = await Promise.all([
      write(card, { body: 'beside' }),
      as('DELETE', `/api/clients/${card}/health`),
    ])
    assert.ok([201, 400].includes(late.status))
    const { consent, notes } = await read(card)
    assert.deepEqual([consent, notes], [null, []])
  }
})

test('what is noted of somebody’s health stays theirs when their only appointment goes to somebody else', async () => {
  const { as, place, write, bodies } = await owned()
  const booked = await call('POST', '/api/appointments/public', {
    body: booking(place, {
      client_name: 'Ana Ruiz',
      client_phone: '+573001230001',
      client_email: 'ana@correo.example',
    }),
  })
  const { id } = booked.body.appointment
  const cardOf = async () =>
    (await db.selectFrom('appointments').select('card_id').where('id', '=', id).executeTakeFirstOrThrow())
      .card_id!
  const card = await cardOf()
  assert.equal((await write(card)).status, 201)
  const edited = await as('PATCH', `/api/appointments/${id}`, {
    client_name: 'Beto Gil',
    client_phone: '+573001230002',
    client_email: 'beto@correo.example',
  })
  assert.equal(edited.status, 200, JSON.stringify(edited.body))
  assert.notEqual(await cardOf(), card)
  await foldCards({ db })
  assert.deepEqual(await bodies(card), [SECRET])
  assert.deepEqual(await bodies(await cardOf()), [])
})

test('another key: what is sealed is not read and nothing is lost; with its own key it is there again', async () => {
  const { made, write, read, place, as } = await owned()
  const card = await made()
  await write(card)
  const other = await api(db, { env: { SECRETS_KEY: Buffer.alloc(32, 'other').toString('base64') } })
  const { headers } = await memberOf(db, place.business_id, 'owner')
  const there = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    other.call(method, `/api/clients/${card}/health${path}`, { headers, body })
  const unread = await there('GET', '')
  assert.deepEqual([unread.status, unread.body.notes.map(({ body }: any) => body)], [200, [null]])
  const refused = await there('POST', '', { body: 'x' })
  assert.deepEqual([refused.status, refused.body.error], [503, HEALTH_SENTENCES.noKey])
  const taken = await other.call('GET', '/api/businesses/export.json', { headers })
  assert.equal(taken.body.health_notes[0].body, null)
  assert.deepEqual(
    (await read(card)).notes.map(({ body }) => body),
    [SECRET],
  )
  const { body: whole } = await as('GET', '/api/businesses/export.json')
  assert.deepEqual([whole.health_notes[0].body, 'sealed' in whole.health_notes[0]], [SECRET, false])

  // The key is lost for good: the operator says so, as docs/operations.md does, and the next one seals.
  await db.deleteFrom('installation').where('name', '=', 'secrets_key').execute()
  assert.equal((await there('POST', '', { body: 'Con la nueva clave' })).status, 201)
  const { notes } = (await there('GET', '')).body
  assert.deepEqual(
    notes.map(({ body }: any) => body),
    ['Con la nueva clave', null],
  )
  assert.equal((await there('DELETE', `/${notes[1].id}`)).status, 200)
  await db.deleteFrom('installation').where('name', '=', 'secrets_key').execute()
})

test('a note that is copied to another business or changed in the database does not open', async () => {
  const [one, other] = [await owned(), await owned()]
  const [card, theirs] = [await one.made(), await other.made()]
  await one.write(card)
  await other.write(theirs)
  await sql`
    update health_notes n set sealed = (select sealed from health_notes where card_id = ${card})
    where card_id = ${theirs}`.execute(db)
  assert.deepEqual(await other.bodies(theirs), [null])
  await sql`update health_notes set sealed = set_byte(sealed, 15, 255 - get_byte(sealed, 15))
    where card_id = ${card}`.execute(db)
  assert.deepEqual(await one.bodies(card), [null])
})

test('nobody reads them by the hundred', async () => {
  const { made, write, as } = await owned()
  const card = await made()
  await write(card)
  const statuses = []
  for (let i = 0; i < 31; i++)
    statuses.push(
      ...(await Promise.all(
        Array.from({ length: 10 }, async () => (await as('GET', `/api/clients/${card}/health`)).status),
      )),
    )
  assert.deepEqual(
    [statuses.filter((status) => status === 200).length, new Set(statuses.slice(-5))],
    [300, new Set([429])],
  )
})
