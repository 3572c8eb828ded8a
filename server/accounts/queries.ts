import { sql } from 'kysely'
import { instant, iso, type Db, type Tx } from '../database/db.ts'
import type { TokenKey } from '../tokens.ts'
import type { SeenFrom } from './devices/seen.ts'
import type { Session } from './session.ts'

/**
 * The member of a session with role, whether the business is suspended, and at which session its switches began; undefined when the
 * session does not exist or has expired, or its user is no longer an active member.
 */
export function liveSession(db: Db, { business_id, hash }: TokenKey, nowMs: number) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('businesses as b', 'b.id', 's.business_id')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.business_id', '=', 's.business_id').onRef('m.user_id', '=', 's.user_id'),
    )
    .select(['m.user_id', 'm.role', 'm.permissions as switches', 'm.professional_id'])
    .select(sql<boolean>`b.suspended_at is not null`.as('is_suspended'))
    .select(['s.created_at', 's.expires_at', 's.seen_at'])
    .select(sql<Buffer>`coalesce(s.origin, s.token_hash)`.as('origin'))
    .where('s.business_id', '=', business_id)
    .where('s.token_hash', '=', hash)
    .where('s.expires_at', '>', instant(nowMs))
    .where('m.is_active', '=', true)
    .executeTakeFirst()
}

/** The data of the signed-in business that screens keep. */
export function sessionBusiness(db: Db | Tx, owner: number) {
  return db
    .selectFrom('businesses')
    .select([
      'id',
      'business_name',
      'slug',
      'email',
      'phone',
      'timezone',
      'currency',
      'logo_url',
      'brand_color',
    ])
    .select(sql<boolean>`suspended_at is not null`.as('is_suspended'))
    .select(sql<boolean>`email_confirmed_at is not null`.as('is_email_confirmed'))
    .where('id', '=', owner)
    .executeTakeFirstOrThrow()
}

/** Whether its owner asked for the business's deletion, and has not come back. */
export async function isLeaving(db: Db, business_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('business_deletions')
    .select('business_id')
    .where('business_id', '=', business_id)
    .executeTakeFirst()
  return row !== undefined
}

/** The e-mail of a business; undefined when there is none. */
export async function businessEmail(db: Db, business_id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('businesses')
    .select('email')
    .where('id', '=', business_id)
    .executeTakeFirst()
  return row?.email
}

/** Notes that a business's e-mail is confirmed; false when it has another one, or was confirmed before. */
export async function confirmBusinessEmail(tx: Tx, business_id: number, email: string, nowMs: number) {
  const { numUpdatedRows } = await tx
    .updateTable('businesses')
    .set({ email_confirmed_at: iso(nowMs) })
    .where('id', '=', business_id)
    .where((row) => row(row.fn('lower', ['email']), '=', email.toLowerCase()))
    .where('email_confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** From when to when a session is open, the browser's zone, and at which session its switches began; undefined once it has ended. */
export function openedSession(db: Db, { business_id, token_hash }: Session) {
  return db
    .selectFrom('sessions')
    .select(['created_at', 'expires_at', 'timezone'])
    .select(sql<Buffer>`coalesce(origin, token_hash)`.as('origin'))
    .where('business_id', '=', business_id)
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()
}

/** The businesses where somebody may sign in, the one joined first in front. */
export function businessesOf(db: Db, user_id: number) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('businesses as b', 'b.id', 'm.business_id')
    .select(['b.id', 'b.business_name', 'b.logo_url', 'm.role'])
    .where('m.user_id', '=', user_id)
    .where('m.is_active', '=', true)
    .orderBy('m.created_at')
    .orderBy('b.id')
    .limit(100)
    .execute()
}

/** From when on an offered business may be taken; null once it may. */
export const whenTakeable = (nowMs: number) =>
  sql<number | null>`case when takeable_at > ${instant(nowMs)} then takeable_at end`.as('takeable_at')

/** That the business of a session is handed over to its user, who has not taken it yet. */
export async function offerTo(db: Db, { business_id, user_id }: Session, nowMs: number) {
  const offer = await db
    .selectFrom('ownership_offers as o')
    .innerJoin('users as u', 'u.id', 'o.by_user_id')
    .select(['o.expires_at', whenTakeable(nowMs), sql<string>`coalesce(u.name, u.email)`.as('by')])
    .where('o.business_id', '=', business_id)
    .where('o.to_user_id', '=', user_id)
    .where('o.expires_at', '>', instant(nowMs))
    .executeTakeFirst()
  return offer ?? null
}

/** The person who is signed in. */
export function sessionUser(db: Db | Tx, user_id: number) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
}

/**
 * The active member with an e-mail, in any capitalisation; with several businesses, in the one joined first.
 */
export function memberOfEmail(db: Db, email: string) {
  return db
    .selectFrom('users as u')
    .innerJoin('memberships as m', 'm.user_id', 'u.id')
    .select(['m.business_id', 'm.user_id', 'u.email', 'u.password_hash'])
    .where(sql`lower(u.email)`, '=', sql`lower(${email})`)
    .where('m.is_active', '=', true)
    .orderBy('m.created_at')
    .orderBy('m.business_id')
    .executeTakeFirst()
}

/** The owner of a business who signs in with this e-mail; undefined when none does. */
export async function ownerWithEmail(
  db: Db,
  business_id: number,
  email: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('memberships as m', 'm.user_id', 'u.id')
    .select('u.id')
    .where('m.business_id', '=', business_id)
    .where('m.role', '=', 'owner')
    .where(sql`lower(u.email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()
  return row?.id
}

/** A member, with the hash of the password that was just verified. */
export interface Member {
  business_id: number
  user_id: number
  password_hash: string
  /** Whether a second factor was verified, too. */
  has_second_factor: boolean
}

/**
 * Opens a session for a member; false when the password or the second factor was changed or the membership ended
 * meanwhile, which ends all sessions and must include this one.
 */
export async function insertSession(
  db: Db | Tx,
  { business_id, user_id, password_hash, has_second_factor }: Member,
  {
    token_hash,
    nowMs,
    openedMs = nowMs,
    expiresMs,
    from,
    origin = null,
  }: {
    token_hash: Buffer
    nowMs: number
    openedMs?: number
    expiresMs: number
    from: SeenFrom
    origin?: Buffer | undefined | null
  },
): Promise<boolean> {
  // The person first, then the membership, which is locked once: two log-ins of one person would wait for each other.
  const { rows } = await sql`
    with person as (
      select id from users
      where id = ${user_id} and password_hash = ${password_hash}
        and (totp_secret is not null) = ${has_second_factor}
      for share
    ), noted as (
      update memberships m set last_login_at = ${iso(nowMs)} from person
      where m.business_id = ${business_id} and m.user_id = person.id and m.is_active
      returning m.business_id, m.user_id
    )
    insert into sessions (business_id, user_id, token_hash, created_at, expires_at, device, network, timezone, seen_at, origin)
    select business_id, user_id, ${token_hash}, ${iso(openedMs)}, ${iso(expiresMs)},
      ${from.device}, ${from.network}, ${from.timezone}, ${iso(nowMs)}, ${origin}::bytea
    from noted
    returning business_id`.execute(db)
  return rows.length > 0
}

/**
 * Ends the sessions of a member beyond the `most` that were used last.
 * @param of those alone that one log-in was switched to, without the kept ones.
 */
export async function endOldest(
  db: Db | Tx,
  { business_id, user_id }: Pick<Member, 'business_id' | 'user_id'>,
  most: number,
  of?: { origin: Buffer; kept: Buffer[] },
): Promise<void> {
  const counted = of ? sql`origin = ${of.origin} and token_hash != all(${of.kept})` : sql`true`
  await sql`
    delete from sessions s using (
      select token_hash from sessions where business_id = ${business_id} and user_id = ${user_id} and ${counted}
      order by coalesce(seen_at, created_at) desc, token_hash offset ${most}) old
    where s.business_id = ${business_id} and s.token_hash = old.token_hash`.execute(db)
}

export async function extendSession(db: Db, { business_id, hash }: TokenKey, expiresMs: number) {
  await db
    .updateTable('sessions')
    .set({ expires_at: iso(expiresMs) })
    .where('business_id', '=', business_id)
    .where('token_hash', '=', hash)
    .where('expires_at', '<', instant(expiresMs))
    .execute()
}

/** Notes when and from which network a session was used last. */
export async function noteSeen(db: Db, { business_id, hash }: TokenKey, network: string, nowMs: number) {
  await db
    .updateTable('sessions')
    .set({ seen_at: iso(nowMs), network })
    .where('business_id', '=', business_id)
    .where('token_hash', '=', hash)
    .execute()
}

export async function deleteSession(db: Db, { business_id, token_hash }: Session) {
  await db
    .deleteFrom('sessions')
    .where('business_id', '=', business_id)
    .where('token_hash', '=', token_hash)
    .execute()
}

interface NewOwner {
  business_id: number
  email: string
  password_hash: string
  name?: string
  nowMs: number
}

/** A new user who owns the business. @returns its id. */
export async function insertOwner(tx: Tx, { business_id, nowMs, ...user }: NewOwner): Promise<number> {
  const at = iso(nowMs)
  const { id } = await tx
    .insertInto('users')
    .values({ ...user, password_changed_at: at, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('memberships')
    .values({ business_id, user_id: id, role: 'owner', created_at: at })
    .execute()
  return id
}
