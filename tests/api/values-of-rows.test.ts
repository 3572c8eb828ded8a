import { sqlState } from '#server/database/db.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appointmentRow, database, salon } from '../helper.ts'

const db = await database()
const place = await salon(db)
const constraintOf = (error: unknown) => (error as { constraint?: string }).constraint

const long = 'a'.repeat(121)
const of = (row: ReturnType<typeof appointmentRow>) => ({ ...row, client_name: 'Ana Ruiz' })

test('the database takes no appointment with a value that none has', async () => {
  const row = of(appointmentRow(place, '2026-03-02', '10:00'))
  const wrong: Record<string, object> = {
    'no name': { client_name: '' },
    'a name that is too long': { client_name: long },
    'an e-mail that is too long': { client_email: `${'a'.repeat(250)}@b.co` },
    'a document of letters': { client_id: 'abcdefgh' },
    'an empty time zone': { client_timezone: '' },
    'notes that are too long': { notes: 'a'.repeat(501) },
    'an end that is not its own': { duration_minutes: 45 },
    'what takes too short': { duration_minutes: 5, ends_at: plus(row.starts_at, 5) },
    'time that lies elsewhere': { occupied: '{["2026-03-03T10:00Z","2026-03-03T11:00Z")}' },
    'time that is nowhere': { occupied: '{}' },
    'a price below nothing': { price: -1 },
    'a paid price below nothing': { actual_price: -1 },
    'a kind of price': { price_kind: 'cheap' },
    'a status': { status: 'lost' },
    'an attendance': { attendance_status: 'late' },
    'who booked': { booked_by: 'nobody' },
    'who chose': { chosen_by: 'nobody' },
    'where from': { source: 'The Web' },
    'held by nothing': { status: 'held' },
    'a hold of some kind': { status: 'held', hold_kind: 'whim' },
    'a hold that is booked': { status: 'scheduled', hold_kind: 'offer' },
    'a payment without an end': { status: 'held', hold_kind: 'payment' },
    'an end of no hold': { hold_expires_at: '2026-03-02T10:00Z' },
  }
  for (const [what, values] of Object.entries(wrong))
    await assert.rejects(
      db
        .insertInto('appointments')
        .values({ ...row, ...values } as never)
        .execute(),
      (error) => sqlState(error) === '23514' && constraintOf(error) === 'appointments_fit',
      what,
    )
  const { id } = await db.insertInto('appointments').values(row).returning('id').executeTakeFirstOrThrow()
  await assert.rejects(
    db
      .updateTable('appointments')
      .set({ notes: 'a'.repeat(501) })
      .where('id', '=', id)
      .execute(),
    { constraint: 'appointments_fit' },
  )
})

test('the database takes no card with a value that none has', async () => {
  const card = { business_id: place.business_id, client_name: 'Ana Ruiz', created_at: '2026-03-02T10:00Z' }
  const wrong: Record<string, object> = {
    'no name': { client_name: '' },
    'a name that is too long': { client_name: long },
    'an e-mail that is too long': { client_email: `${'a'.repeat(250)}@b.co` },
    'a document of letters': { client_id: 'abcdefgh' },
    'an empty alert': { alert: '' },
    'a reason without a block': { blocked_reason: 'No viene' },
    'an empty reason': { blocked_reason: '', blocked_at: '2026-03-02T10:00Z' },
    'where from': { source: 'the web' },
    'a language': { language: 'Spanish' },
    'a name of WhatsApp that is too long': { whatsapp_user_id: 'a'.repeat(201) },
    'a birthday in no month': { birthday: '13-01' },
    'a birthday on 30 February': { birthday: '1990-02-30' },
    'merged into itself': { id: 77, merged_into: 77 },
  }
  for (const [what, values] of Object.entries(wrong))
    await assert.rejects(
      db
        .insertInto('client_cards')
        .values({ ...card, ...values } as never)
        .execute(),
      (error) =>
        sqlState(error) === '23514' &&
        ['client_cards_fit', 'client_cards_merged_once'].includes(constraintOf(error)!),
      what,
    )
  await db
    .insertInto('client_cards')
    .values({ ...card, birthday: '02-29' } as never)
    .execute()
})

const plus = (at: unknown, minutes: number) =>
  new Date(new Date(String(at)).getTime() + minutes * 60_000).toISOString()
