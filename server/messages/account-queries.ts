import { sql } from 'kysely'
import type { Db } from '../db.ts'

/** A business as its owner's own mails name it. */
export async function businessFacts(db: Db, business_id: number) {
  return await db
    .selectFrom('businesses')
    .select(['business_name', 'email', 'slug', 'timezone'])
    .select(sql<boolean>`email_confirmed_at is not null`.as('is_confirmed'))
    .where('id', '=', business_id)
    .executeTakeFirst()
}

/** The active member of a business who signs in with this e-mail; undefined when nobody does. */
export async function memberWithEmail(db: Db, business_id: number, email: string) {
  const member = await db
    .selectFrom('users as u')
    .innerJoin('memberships as m', 'm.user_id', 'u.id')
    .select('u.id')
    .where(sql`lower(u.email)`, '=', sql`lower(${email})`)
    .where('m.business_id', '=', business_id)
    .where('m.is_active', '=', true)
    .executeTakeFirst()
  return member?.id
}
