import { sql } from 'kysely'
import { instant, iso, type Db, type Tx } from '../database/db.ts'

/** How long a former e-mail is kept, for nobody else to take: longer than the link of 'No fui yo' lasts. */
export const FORMER_EMAIL_MS = 48 * 60 * 60_000

/**
 * Keeps the e-mail of a business, which is about to change, of the owners who sign in by it and will by the new one.
 * @returns who they are.
 */
export async function keepFormerEmail(
  tx: Tx,
  business_id: number,
  email: string,
  nowMs: number,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    insert into former_emails (user_id, email, changed_at, proven_at)
    select u.id, u.email, ${instant(nowMs)}, u.email_proven_at from memberships m join users u on u.id = m.user_id
    where m.business_id = ${business_id} and m.role = 'owner' and m.is_active and lower(u.email) = lower(${email})
    on conflict (user_id, changed_at) do update set email = former_emails.email
    returning user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** Makes the e-mail by which a user signed in at the time of a log-in theirs again, and their business's with it. */
export async function giveEmailBack(tx: Tx, user_id: number, at: number): Promise<void> {
  const { rows } = await sql<{ email: string; proven_at: number | null }>`
    select email, proven_at from former_emails where user_id = ${user_id} and changed_at >= ${instant(at)}
    order by changed_at limit 1`.execute(tx)
  const [former] = rows
  if (!former) return
  // Their log-in goes along (migrations/0090_people.sql), unless no business has that e-mail any more.
  await sql`
    update businesses b set email = ${former.email} from memberships m, users u
    where m.business_id = b.id and m.user_id = ${user_id} and m.role = 'owner' and m.is_active and u.id = m.user_id
      and lower(b.email) = lower(u.email)`.execute(tx)
  await tx.updateTable('users').set({ email: former.email }).where('id', '=', user_id).execute()
  // After the trigger that takes a changed e-mail for unproven.
  const email_proven_at = former.proven_at === null ? null : iso(former.proven_at)
  await tx.updateTable('users').set({ email_proven_at }).where('id', '=', user_id).execute()
  await tx
    .deleteFrom('former_emails')
    .where('user_id', '=', user_id)
    .where('changed_at', '>=', instant(at))
    .execute()
}

/** Lets former e-mails go whose time is over. */
export async function forgetFormerEmails(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('former_emails')
    .where('changed_at', '<', instant(nowMs - FORMER_EMAIL_MS))
    .execute()
}
