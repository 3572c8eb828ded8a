import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'

const NUMBER = 'whatsapp_number'

/** The number by which this installation writes, as its web-hooks name it; undefined until one came. */
export async function ownNumber(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', NUMBER)
    .executeTakeFirst()
  return row?.value
}

export async function noteOwnNumber(db: Db, number: string): Promise<void> {
  await sql`
    insert into installation (name, value) values (${NUMBER}, ${number})
    on conflict (name) do update set value = excluded.value where installation.value <> excluded.value`.execute(
    db,
  )
}

/** What a business has shown to be its own, and since when it is here. */
export async function trustOf(db: Db, business_id: number) {
  return await db
    .selectFrom('businesses')
    .select(['phone', 'created_at'])
    .select(sql<boolean>`email_confirmed_at is not null`.as('has_email'))
    .select(sql<boolean>`confirmed_phone is not distinct from phone`.as('has_phone'))
    .where('id', '=', business_id)
    .executeTakeFirstOrThrow()
}

/** Notes that a business wrote from its telephone; false when it has another one. */
export async function confirmPhone(tx: Tx, business_id: number, digits: string): Promise<boolean> {
  const { rows } = await sql`
    update businesses set confirmed_phone = phone
    where id = ${business_id} and regexp_replace(phone, '\\D', '', 'g') = ${digits} returning id`.execute(tx)
  return rows.length > 0
}
