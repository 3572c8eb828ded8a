import type { Tx } from '#server/database/db.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, database } from '../helper.ts'
import { owner } from '../owner.ts'

const db = await database()
const { call } = await api(db)

const PHONE = '+573004128819'
const EMAIL = 'recepcion@correo.example'

/** A business with many cards of one telephone and one e-mail. */
async function withCards(names: string) {
  const { business_id } = await owner(call)
  await sql`
    insert into client_cards (business_id, id, client_name, client_phone, client_email, source, created_at)
    select ${business_id}, nextval('client_cards_id_seq'), name, ${PHONE}, ${EMAIL}, 'booking', now()
    from ${sql.raw(names)}`.execute(db)
  await sql`analyze client_cards`.execute(db)
  return business_id
}

/** What a statement answers, and how many rows of cards were read for it. */
const counted = <T>(ask: (tx: Tx) => Promise<T>) =>
  db.transaction().execute(async (tx) => {
    const read = async () => {
      const { rows } = await sql<{ read: number }>`
        select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
        where relname = 'client_cards'`.execute(tx)
      return rows[0]!.read
    }
    const before = await read()
    const found = await ask(tx)
    return { found, read: (await read()) - before }
  })

/** Whose card is found. */
const look = (business_id: number, name: string, { phone = PHONE, e_mail = EMAIL } = {}) =>
  counted(async (tx) => {
    const { rows } = await sql<{ client_name: string | null }>`
      select (select client_name from client_cards c where c.business_id = ${business_id} and c.id = found) as client_name
      from card_of(${business_id}, ${name}, ${phone}, ${e_mail}, null) found`.execute(tx)
    return rows[0]!.client_name
  })

test('of 20,000 cards of one telephone and e-mail a booking compares some hundreds', async () => {
  const business_id =
    await withCards(`(select 'Persona' || n || ' Apellido' || n as name from generate_series(1, 20000) n
    union all select 'Zoé Ñáñez') named`)
  for (const ways of [{}, { phone: '' }, { e_mail: 'otro@correo.example' }]) {
    const same = await look(business_id, 'zoe nañez', ways)
    assert.equal(same.found, 'Zoé Ñáñez')
    assert.ok(same.read < 10, `${same.read} rows of the same name`)
    const firstWord = await look(business_id, 'Persona19999 Gil', ways)
    assert.equal(firstWord.found, 'Persona19999 Apellido19999')
    const nobody = await look(business_id, 'Nadie Conocido', ways)
    assert.equal(nobody.found, null)
    for (const { read } of [firstWord, nobody]) assert.ok(read < 1_000, `${read} rows`)
  }
})

test('of up to 200 cards of one telephone every similar name is found, wherever it stands', async () => {
  const business_id = await withCards(`(select 'Persona' || n as name from generate_series(1, 198) n
    union all select 'Sra. Luz Ana' union all select 'Luz Ana') named`)
  assert.equal((await look(business_id, 'Luz Peña')).found, 'Sra. Luz Ana', 'the oldest of those alike')
  assert.equal((await look(business_id, 'luz ana')).found, 'Luz Ana', 'rather the same name')
  assert.equal((await look(business_id, 'Ana')).found, 'Sra. Luz Ana', 'all words of one are in the other')
})

test('whoever an appointment now is for is compared with its own card, not with all of the business', async () => {
  const business_id = await withCards(`(select 'Persona' || n as name from generate_series(1, 5000) n) named`)
  const [card, other] = await db
    .selectFrom('client_cards')
    .select('id')
    .where('business_id', '=', business_id)
    .where('client_name', 'in', ['Persona7', 'Persona9'])
    .orderBy('id')
    .execute()
  const was = JSON.stringify({ id: 1, business_id, card_id: card!.id })
  const asked = (name: string) =>
    counted(async (tx) => {
      const { rows } = await sql<{ found: string }>`
        select card_of_changed(jsonb_populate_record(null::appointments, ${was}), ${name}, ${PHONE}, ${EMAIL}, null)
          as found`.execute(tx)
      return Number(rows[0]!.found)
    })
  const same = await asked('Persona7 Gil')
  assert.equal(same.found, Number(card!.id))
  const another = await asked('Persona9')
  assert.equal(another.found, Number(other!.id))
  // A card that became one with it is still the client's own.
  await sql`update client_cards set merged_into = ${card!.id} where business_id = ${business_id} and id = ${other!.id}`.execute(
    db,
  )
  const merged = await asked('Persona9')
  assert.equal(merged.found, Number(card!.id))
  for (const { read } of [same, another, merged]) assert.ok(read < 1_000, `${read} cards read`)
})
