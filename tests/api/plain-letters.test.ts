/** Letters without accents: the same in the database, where lists are searched, and in the code, which narrows them down. */
import { plain } from '#domain/normal-form.ts'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { api, database } from '../helper.ts'
import { owner } from '../owner.ts'

const db = await database()
const { call } = await api(db)

const plainInDatabase = async (texts: string[]) =>
  (
    await sql<{ plain: string }>`
      select plain(t) as plain from unnest(${texts}::text[]) with ordinality each (t, n) order by n`.execute(
      db,
    )
  ).rows.map((row) => row.plain)

test('every Latin letter with marks is plain alike in the database and in the code', async () => {
  const letters = [
    [0xc0, 0x24f],
    [0x1e00, 0x1eff],
  ].flatMap(([from, to]) =>
    Array.from({ length: to! - from! + 1 }, (_, i) => String.fromCodePoint(from! + i)),
  )
  // Those of one piece have a small letter of their own, which a database of the locale C does not know.
  const taken = letters.filter((letter) => letter.normalize('NFD') !== letter || 'ØøŁłĐđ'.includes(letter))
  assert.ok(taken.length > 500)
  assert.deepEqual(await plainInDatabase(taken), taken.map(plain))
  for (const letter of taken.filter((one) => /^[A-Za-z]/.test(one.normalize('NFD'))))
    assert.match(plain(letter), /^[a-z]$/, letter)
  const names = ['Žiga Kovačević', 'Łukasz', 'Nguyễn Thị Ánh', 'ÑANDÚ', 'Zˇiga', 'が 한글', 'D’Alessandro']
  assert.deepEqual(await plainInDatabase(names), names.map(plain))
  assert.equal(plain('Žiga Łukasz Nguyễn ÑANDÚ'), 'ziga lukasz nguyen nandu')
})

test('what was stored before more letters were plain is found, and tags that are one word now stay two', async () => {
  const who = await owner(call)
  const { business_id } = who
  await who.as('POST', '/api/clients', { client_name: 'Žiga Novak', client_phone: '+573004128800' })
  // As a version before wrote it.
  const before = readFileSync(
    new URL('../../migrations/0863_what_a_new_client_asks.sql', import.meta.url),
    'utf8',
  )
  await sql.raw(/create or replace function plain[^;]+;/.exec(before)![0]).execute(db)
  await sql`update client_cards set client_name = client_name where business_id = ${business_id}`.execute(db)
  await sql`
    insert into client_tags (business_id, label, colour)
    values (${business_id}, 'Łatwy', 1), (${business_id}, 'Latwy', 2)`.execute(db)
  await sql`reindex index client_tags_label`.execute(db)
  const found = async () => (await who.as('GET', '/api/businesses/clients?q=ziga')).body.total
  assert.equal(await found(), 0)
  const migration = new URL('../../migrations/1000_letters_of_any_language.sql', import.meta.url)
  await sql.raw(readFileSync(migration, 'utf8')).execute(db)
  assert.equal(await found(), 1)
  const { rows } = await sql<{ label: string }>`
    select label from client_tags where business_id = ${business_id} order by id`.execute(db)
  assert.equal(rows[0]!.label, 'Łatwy')
  assert.match(rows[1]!.label, /^Latwy \d+$/)
})
