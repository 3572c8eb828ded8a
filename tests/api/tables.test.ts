/** Walks the schema: every table is classified in tables.ts, and has the properties of its class. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tx } from '#server/database/db.ts'
import { foldFigures } from '#server/metrics/fold.ts'
import { sql } from 'kysely'
import { api, database, NOW } from '../helper.ts'
import { owner } from '../owner.ts'
import { CLIENT, filledBusiness, LATER, MARKS } from './filled-business.ts'
import { ODD_KEYS, OF_A_BUSINESS, SHARED } from './tables.ts'

const db = await database()
const served = await api(db)
const { call, clock } = served

const text = async (query: ReturnType<typeof sql<{ name: string }>>) =>
  (await query.execute(db)).rows.map(({ name }) => name)

const TABLES = await text(sql`
  select relname as name from pg_class
  where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`)
const WITH_BUSINESS = await text(sql`
  select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'business_id' order by 1`)
const ofBusiness = Object.keys(OF_A_BUSINESS)
const keyOf = (table: string) => (table === 'businesses' ? 'id' : 'business_id')

/** The tables that contain data of the marked client. */
async function withMarks(): Promise<string[]> {
  const found: string[] = []
  for (const table of TABLES) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(db)
    // bytea is read as hexadecimal digits.
    const read = (row: string) =>
      row + [...row.matchAll(/\\x([0-9a-f]+)/g)].map((hex) => Buffer.from(hex[1]!, 'hex')).join(' ')
    if (rows.some(({ row }) => MARKS.test(read(row)))) found.push(table)
  }
  return found
}

const place = await filledBusiness(db, served)
const isOf = (table: string, id: number) => sql`${sql.table(table)} where ${sql.ref(keyOf(table))} = ${id}`
const rowsOf = async (table: string, id: number, on: typeof db | Tx = db) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${isOf(table, id)}`.execute(on)
  return rows[0]!.n
}

test('every table is classified', () => {
  for (const table of TABLES)
    assert.ok(
      table in OF_A_BUSINESS !== table in SHARED,
      `say of the table ${table}, in tests/api/tables.ts, either that it is a business's, or why it is not`,
    )
  for (const table of [...ofBusiness, ...Object.keys(SHARED)])
    assert.ok(TABLES.includes(table), `tests/api/tables.ts speaks of ${table}, which no migration makes`)
  for (const table of ofBusiness)
    assert.ok(
      table === 'businesses' || WITH_BUSINESS.includes(table),
      `${table} is a business's and has no business_id`,
    )
  for (const [table, { withBusiness }] of Object.entries(SHARED))
    assert.equal(
      WITH_BUSINESS.includes(table),
      withBusiness !== undefined,
      `say, in tests/api/tables.ts, what becomes of the rows of ${table} with their business`,
    )
})

test('business_id leads every key of a business’s table', async () => {
  const { rows: keys } = await sql<{ table: string; name: string; first: string; what: string }>`
    select t.relname as "table", i.relname as name, a.attname as first, 'unique' as what
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    left join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
    where t.relnamespace = 'public'::regnamespace and (x.indisunique or x.indisexclusion)
    union all
    select t.relname, c.conname, a.attname, 'foreign'
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
    where c.contype = 'f' and t.relnamespace = 'public'::regnamespace`.execute(db)
  const odd = keys.filter(({ table, first }) => table in OF_A_BUSINESS && first !== 'business_id')
  for (const { table, name, what } of odd)
    assert.ok(
      name in ODD_KEYS,
      `${what} key ${name} of ${table} must lead with business_id (or stand in ODD_KEYS with the reason)`,
    )
  const names = odd.map(({ name }) => name)
  for (const name of Object.keys(ODD_KEYS))
    assert.ok(names.includes(name), `ODD_KEYS: ${name} is no such key`)
  for (const table of ofBusiness)
    assert.ok(
      ['figures_stale', 'cards_stale'].includes(table) ||
        keys.some((key) => key.table === table && key.what === 'unique'),
      `${table} has no key`,
    )
})

test('each table of a business is tried with a row', async () => {
  for (const table of ofBusiness)
    assert.ok((await rowsOf(table, place.business_id)) > 0, `write a row into ${table} in filledBusiness()`)
})

test('a business takes along what is its own', async () => {
  const { body } = await place.as('GET', '/api/businesses/export.json')
  for (const [table, { exported }] of Object.entries(OF_A_BUSINESS)) {
    if ('not' in exported) continue
    const part = body[exported.as]
    assert.ok(part && [part].flat().length > 0, `export.json has no ${exported.as}: ${table} is not exported`)
  }
  const named = Object.values(OF_A_BUSINESS).flatMap(({ exported }) => ('as' in exported ? exported.as : []))
  assert.deepEqual(Object.keys(body).sort(), named.sort())
})

test('a business can be removed, in the order of the foreign keys, and nothing of it stays', async () => {
  clock.now = NOW
  const other = await owner(call)
  const before = await Promise.all(ofBusiness.map((table) => rowsOf(table, other.business_id)))
  const undo = new Error('undo')
  const done = db.transaction().execute(async (tx) => {
    await removeBusiness(tx, place.business_id)
    for (const table of WITH_BUSINESS)
      assert.equal(await rowsOf(table, place.business_id, tx), 0, `${table} keeps rows of a removed business`)
    assert.equal(await rowsOf('businesses', place.business_id, tx), 0)
    const after = []
    for (const table of ofBusiness) after.push(await rowsOf(table, other.business_id, tx))
    assert.deepEqual(after, before)
    throw undo
  })
  await assert.rejects(done, (error) => error === undo || assert.fail(error as Error))
})

/** Deletes a business, each table before those that it refers to. */
async function removeBusiness(tx: Tx, id: number) {
  const order = await deletionOrder(tx)
  // Twice, because triggers of the first round add rows to some tables.
  for (const table of [...order, ...order])
    if (SHARED[table]?.withBusiness === 'unlinked')
      await sql`update ${sql.table(table)} set business_id = null where business_id = ${id}`.execute(tx)
    else await sql`delete from ${isOf(table, id)}`.execute(tx)
  await sql`delete from businesses where id = ${id}`.execute(tx)
  await sql`set constraints all immediate`.execute(tx)
}

async function deletionOrder(tx: Tx): Promise<string[]> {
  const { rows: references } = await sql<{ from: string; to: string }>`
    select f.relname as "from", t.relname as "to" from pg_constraint c
    join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
    where c.contype = 'f' and not c.condeferrable and f.oid <> t.oid`.execute(tx)
  const order: string[] = []
  let left = WITH_BUSINESS
  while (left.length > 0) {
    const free = left.filter(
      (table) => !references.some(({ from, to }) => to === table && left.includes(from)),
    )
    assert.ok(free.length > 0, `a ring of foreign keys: ${left.join(', ')}`)
    order.push(...free)
    left = left.filter((table) => !free.includes(table))
  }
  return order
}

test('what is held of a client is erased with the client', async () => {
  clock.now = LATER
  const holding = (...classes: string[]) =>
    ofBusiness.filter((table) => {
      const { ofClient } = OF_A_BUSINESS[table]!
      return classes.includes(typeof ofClient === 'string' ? ofClient : 'kept')
    })
  assert.deepEqual(
    await withMarks(),
    holding('erased', 'kept').sort(),
    'the tables that hold data of a client are those that tests/api/tables.ts says (else: say so there, or let filledBusiness() write them)',
  )
  const { status, body } = await place.as('POST', '/api/businesses/clients/forget', {
    client_email: CLIENT.client_email,
  })
  assert.equal(status, 200, body.error)
  await foldFigures({ db })
  assert.deepEqual(
    await withMarks(),
    holding('kept').sort(),
    'forgetting a client erases it from every table',
  )
  for (const table of holding('sealed'))
    assert.equal(await rowsOf(table, place.business_id), 0, `forgetting a client leaves rows of ${table}`)
})
