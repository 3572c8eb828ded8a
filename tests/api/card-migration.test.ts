import { connect } from '#server/database/db.ts'
import { migrate } from '#server/database/migrate.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { emptyDatabase, schemaOf } from '../backups.ts'
import { appointmentRow, database, salon } from '../helper.ts'

const template = await database()
const files = readdirSync(join(import.meta.dirname, '../../migrations')).sort()
const before = files[files.findIndex((file) => file.endsWith('_client_cards.sql')) - 1]!.replace(
  /(\.batches)?\.sql$/,
  '',
)

test('a database in use: each appointment has a card, one e-mail with two people has two, and a form that is open saves', async () => {
  const empty = await emptyDatabase(template)
  const db = connect({ url: empty.url, patience: { connection: 30_000 } })
  try {
    await migrate(db, before)
    const place = await salon(db)
    let day = 0
    const write = (client_name: string, client_email: string | null, more: object = {}) =>
      db
        .insertInto('appointments')
        .values({
          ...appointmentRow(
            place,
            String(Temporal.PlainDate.from('2026-01-05').add({ days: day++ })),
            '10:00',
          ),
          client_name,
          client_email,
          client_phone: '',
          ...more,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    const ana = await write('Ana Ruiz', 'casa@correo.example')
    const attended = { status: 'completed', attendance_status: 'attended' }
    await write('Ana María Ruiz', 'CASA@correo.example', { client_phone: '+573001112222', ...attended })
    const pedro = await write('Pedro Ruiz', 'casa@correo.example')
    await write('Cliente de paso', null)
    await write('Luz', null)
    await write('Luz', null)
    await write('Cliente eliminado', 'eliminado-1f@anonimo.invalid')
    await write('Cliente eliminado', 'eliminado-1f@anonimo.invalid')
    await sql`insert into appointments (business_id, service_id, professional_id, service_name, professional_name, client_name,
        client_phone, client_email, price, appointment_date, appointment_time, duration_minutes, booked_by, starts_at, ends_at)
      select ${place.business_id}, ${place.service_id}, ${place.professional_id}, 'Corte', 'Inés', 'Cliente ' || n % 2000,
        '+5730000' || n % 2000, 'c' || n % 2000 || '@correo.example', 1, at::date, at::time, 60, 'owner', at, at + interval '1 hour'
      from generate_series(1, ${Number(process.env['APPOINTMENTS'] ?? 5000)}::int) n
      cross join lateral (select timestamp '2010-01-01' + n * interval '1 hour' as at) moment`.execute(db)
    await migrate(db)

    const rows = await db
      .selectFrom('appointments as a')
      .leftJoin('client_cards as c', (join) =>
        join.onRef('c.business_id', '=', 'a.business_id').onRef('c.id', '=', 'a.card_id'),
      )
      .select(['a.id', 'a.client_name', 'a.version', 'a.card_id', 'c.client_name as card', 'c.forgotten_at'])
      .orderBy('a.id')
      .execute()
    assert.deepEqual(
      rows
        .slice(0, 8)
        .map(({ client_name, card, forgotten_at }) => [client_name, card, forgotten_at !== null]),
      [
        // Who came is whom the list named before.
        ['Ana Ruiz', 'Ana María Ruiz', false],
        ['Ana María Ruiz', 'Ana María Ruiz', false],
        ['Pedro Ruiz', 'Pedro Ruiz', false],
        ['Cliente de paso', null, false],
        ['Luz', 'Luz', false],
        ['Luz', 'Luz', false],
        ['Cliente eliminado', 'Cliente eliminado', true],
        ['Cliente eliminado', 'Cliente eliminado', true],
      ],
    )
    const ids = rows.slice(0, 8).map(({ card_id }) => card_id)
    assert.equal(rows[0]!.id, ana.id)
    assert.equal(rows[2]!.id, pedro.id)
    // Two without anything but a first name are not known to be one.
    assert.equal(new Set(ids).size, 6)
    assert.equal(ids[0], ids[1])
    assert.equal(ids[6], ids[7])
    const versions = rows.filter((row) => row.forgotten_at === null).map(({ version }) => version)
    assert.deepEqual([...new Set(versions)], [1])
    assert.equal(rows.filter(({ card_id }) => card_id === null).length, 1)
    const { rows: sums } = await sql<{ wrong: number }>`
      select count(*)::int as wrong from client_cards c
      cross join lateral card_sums(c.business_id, c.id) s
      where (c.appointments, c.visits, c.spent) is distinct from (s.appointments, s.visits, s.spent)
        or c.folded_at is null or s.appointments = 0`.execute(db)
    assert.equal(sums[0]!.wrong, 0)
    const ofToday = (lines: string[]) => lines.filter((line) => !/_seq \d+$/.test(line))
    assert.deepEqual(ofToday(await schemaOf(db)), ofToday(await schemaOf(template)))
  } finally {
    await db.destroy()
    await empty.drop()
  }
})
