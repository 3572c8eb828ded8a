import { unlinked } from '#domain/unlinked.ts'
import { sql } from 'kysely'
import { instant, type Db, type Tx } from '../database/db.ts'
import { isYoung } from '../limits/young-queries.ts'

/**
 * A business as its owner's own mails name it: without links as long as nobody has confirmed that the e-mail is theirs, since
 * anybody may register with a stranger's. `typed_name` is what it is called, and `is_trusted` whether it answers for its words to others.
 */
export async function businessFacts(db: Db | Tx, business_id: number) {
  const facts = await db
    .selectFrom('businesses as b')
    .select(['b.business_name', 'b.email', 'b.slug', 'b.timezone', 'b.max_mails', isYoung.as('is_young')])
    .select(sql<boolean>`b.email_confirmed_at is not null`.as('is_confirmed'))
    .where('b.id', '=', business_id)
    .executeTakeFirst()
  if (!facts) return undefined
  const { business_name: typed_name, is_confirmed, is_young } = facts
  const business_name = is_confirmed ? typed_name : unlinked(typed_name)
  return { ...facts, typed_name, business_name, is_trusted: is_confirmed && !is_young }
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
  return member
}

/** Whether somebody is an active member of any business. */
export async function isAnywhere(db: Db, user_id: number): Promise<boolean> {
  const member = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('user_id', '=', user_id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return member !== undefined
}

/**
 * The open invitation that a mail carries, with the link that leaves with it: former ones end. Undefined when it is
 * not open any more.
 */
export async function mailedInvitation(
  db: Db,
  { business_id, data }: { business_id: number; data: Record<string, unknown> },
  { hash, expires_at, nowMs }: { hash: Buffer; expires_at: number; nowMs: number },
) {
  return await db
    .updateTable('invitations as i')
    .from('businesses as b')
    .from('users as u')
    .set({ token_hash: hash, expires_at: new Date(expires_at).toISOString() })
    .where('i.business_id', '=', business_id)
    .where('i.id', '=', Number(data['invitation_id']))
    .where('i.used_at', 'is', null)
    .where('i.expires_at', '>', instant(nowMs))
    .whereRef('b.id', '=', 'i.business_id')
    .whereRef('u.id', '=', 'i.invited_by')
    .returning(['i.role', 'b.business_name', 'b.timezone'])
    .returning(sql<string>`coalesce(u.name, u.email)`.as('invited_by'))
    .executeTakeFirst()
}

/** Who waits to be let in by an open invitation, and with what e-mail. */
export async function openClaim(
  db: Db,
  { business_id, data }: { business_id: number; data: Record<string, unknown> },
) {
  return await db
    .selectFrom('invitations as i')
    .innerJoin('businesses as b', 'b.id', 'i.business_id')
    .innerJoin('users as u', 'u.id', 'i.claimed_by')
    .select(['b.business_name', 'i.email as invited_email', 'u.name', 'u.email as claimer_email'])
    .where('i.business_id', '=', business_id)
    .where('i.id', '=', Number(data['invitation_id']))
    .where('i.used_at', 'is', null)
    .executeTakeFirst()
}
