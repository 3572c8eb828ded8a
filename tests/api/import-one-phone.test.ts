/** Lists of people who all have one telephone, as that of a reception. */
import { sorter } from '#domain/import/match.ts'
import { tagRoom } from '#domain/import/tags.ts'
import type { BusinessId } from '#server/accounts/owner.ts'
import { AT_ONCE, judged } from '#server/imports/look.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, database } from '../helper.ts'
import { importing } from '../imports.ts'

const db = await database()
const served = await api(db)

for (const [field, heading, shared] of [
  ['client_phone', 'Celular', '+573009990001'],
  ['client_email', 'Correo', 'recepcion@correo.example'],
] as const)
  test(`a row is compared with some of the cards of one ${field}: the same name and the same first word are found`, async () => {
    const { looked, business_id } = await importing(db, served)
    await sql`
      insert into client_cards (business_id, client_name, ${sql.ref(field)}, created_at)
      select ${business_id}, name, ${shared}, now()
      from (select 'Persona' || lpad(n::text, 3, '0') || ' Ruiz' as name from generate_series(0, 449) n
        union all select 'Zoe Marta Gil') cards`.execute(db)
    const list = (name: string) => `Nombre,${heading}\n${name},${shared}\n`
    const known = async (name: string) => (await looked(list(name))).counts.known
    assert.equal(await known('persona444 RUIZ'), 1)
    assert.equal(await known('Persona444'), 1)
    assert.equal(await known('Zoe Gil'), 1)
    assert.equal(await known('Ruiz Persona100'), 1)
    assert.equal(await known('Marta Gil'), 0, 'which is compared with 400 at most')
  })

test('while a list is looked through others are answered, after some dozens of rows', async () => {
  const { business_id } = await importing(db, served)
  let turns = 0
  let isOver = false
  const go = () => {
    turns++
    if (!isOver) setImmediate(go)
  }
  const [sort, fits] = [sorter(), tagRoom([])]
  const [sorted, read] = [new Map<number, number>(), new Map<number, number>()]
  const counted = (rows: Map<number, number>) => rows.set(turns, (rows.get(turns) ?? 0) + 1)
  const inTurn: Parameters<typeof judged>[4] = {
    sort: (...row) => (counted(sorted), sort(...row)),
    fits: (row) => (counted(read), fits(row)),
  }
  const rows = Array.from({ length: AT_ONCE }, (_, n) => ({ n, cells: [`P${n} Gil`], typed: null }))
  const columns = {
    mapping: ['client_name' as const],
    headings: ['Nombre'],
    iso: 'CO',
    order: 'dmy' as const,
  }
  setImmediate(go)
  await judged(db, business_id as BusinessId, rows, columns, inTurn)
  isOver = true
  for (const rowsOfTurn of [sorted, read])
    assert.ok(Math.max(...rowsOfTurn.values()) <= 60, `${Math.max(...rowsOfTurn.values())} rows in one turn`)
})
