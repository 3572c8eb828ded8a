import { sql } from 'kysely'
import { instant, type Db, type Tx } from '../database/db.ts'

/** What is done at once by the job; the next run goes on. */
const AT_ONCE = 200

interface Erased {
  nowMs: number
  /** What nothing matches. */
  password_hash: string
  /** The business that is erased with them. */
  business_id?: number
}

/**
 * Erases those of some people, whose rows are locked, who are in no business and wait for none: who they are, and all by which they
 * signed in. Their e-mail is free again. A business that is still there keeps the name by which its history names them.
 */
export async function erasePeople(
  tx: Tx,
  ids: readonly number[],
  { nowMs, password_hash, business_id = 0 }: Erased,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update users u set email = 'cuenta-eliminada-' || u.id || '@invalid', password_hash = ${password_hash},
      name = case when exists (
        select from former_members f where f.user_id = u.id and f.business_id <> ${business_id}
      ) then coalesce(u.name, split_part(u.email, '@', 1)) end,
      totp_secret = null, totp_since = null, totp_step = null
    where u.id = any(${ids}::bigint[])
      and not exists (select from memberships m where m.user_id = u.id and m.business_id <> ${business_id})
      and not exists (select from invitations i
        where i.claimed_by = u.id and i.used_at is null and i.expires_at > ${instant(nowMs)})
    returning u.id`.execute(tx)
  const erased = rows.map(({ id }) => id)
  for (const table of ['former_emails', 'passkeys', 'recovery_codes', 'second_factor_setups'] as const)
    await sql`delete from ${sql.table(table)} where user_id = any(${erased}::bigint[])`.execute(tx)
  // An owner could let them in later than they wait.
  await sql`
    update invitations set claimed_by = null
    where claimed_by = any(${erased}::bigint[]) and used_at is null`.execute(tx)
}

/**
 * Erases somebody who is nowhere any more. After the transaction that removed them: in it, whoever signs in, takes a business over or
 * sets a password locks the same rows in another order. The job does it where a process died in between.
 */
export async function eraseIfNowhere(db: Db, user_id: number, how: Erased): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select from users where id = ${user_id} for update`.execute(tx)
    await erasePeople(tx, [user_id], how)
  })
}

/** Takes the name of who was erased before, and was in this business last. */
export async function forgetNames(tx: Tx, business_id: number): Promise<void> {
  await sql`
    update users u set name = null from former_members f
    where f.business_id = ${business_id} and f.user_id = u.id and u.name is not null
      and u.email = 'cuenta-eliminada-' || u.id || '@invalid'
      and not exists (select from former_members o where o.user_id = u.id and o.business_id <> ${business_id})`.execute(
    tx,
  )
}

/** Erases some who were left without any business: whose claim of an invitation came to nothing, or who left before this was done. */
export async function eraseLeftOver(db: Db, { nowMs, password_hash }: Erased): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select u.id from users u
      where u.email <> 'cuenta-eliminada-' || u.id || '@invalid'
        and not exists (select from memberships m where m.user_id = u.id)
        and not exists (select from invitations i
          where i.claimed_by = u.id and i.used_at is null and i.expires_at > ${instant(nowMs)})
      order by u.id limit ${AT_ONCE} for update of u skip locked`.execute(tx)
    if (rows.length === 0) return
    await erasePeople(
      tx,
      rows.map(({ id }) => id),
      { nowMs, password_hash },
    )
  })
}
