import type { Invitation } from '#domain/api/calls/team.ts'
import { INVITATION_DAYS, type StaffRole } from '#domain/team.ts'
import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import { instant, iso, type Db, type Tx } from '../database/db.ts'
import type { TokenKey } from '../tokens.ts'

const DAY = 24 * 3_600_000

const openInvitations = (db: Db | Tx, owner: number) =>
  db
    .selectFrom('invitations as i')
    .leftJoin('professionals as p', (join) =>
      join.onRef('p.business_id', '=', 'i.business_id').onRef('p.id', '=', 'i.professional_id'),
    )
    .leftJoin('users as c', 'c.id', 'i.claimed_by')
    .select(['i.id', 'i.email', 'i.role', 'i.professional_id', 'p.professional_name', 'i.expires_at'])
    .select(['i.claimed_by as claimer', 'c.name as claimer_name', 'c.email as claimer_email'])
    .where('i.business_id', '=', owner)
    .where('i.used_at', 'is', null)

type OpenRow = Awaited<ReturnType<ReturnType<typeof openInvitations>['executeTakeFirstOrThrow']>>

const shown = (
  { claimer: _, claimer_name: name, claimer_email, ...row }: OpenRow,
  nowMs: number,
): Invitation => ({
  ...row,
  is_expired: row.expires_at <= nowMs,
  claimed_by: claimer_email === null ? null : { name, email: claimer_email },
})

/** What is not accepted yet, the latest first. */
export async function invitationsOf(db: Db | Tx, owner: BusinessId, nowMs: number): Promise<Invitation[]> {
  const rows = await openInvitations(db, owner).orderBy('i.id', 'desc').execute()
  return rows.map((row) => shown(row, nowMs))
}

export async function openInvitation(db: Db | Tx, owner: BusinessId, id: number, nowMs: number) {
  const row = await openInvitations(db, owner).where('i.id', '=', id).executeTakeFirst()
  return row && { ...shown(row, nowMs), claimer: row.claimer }
}

interface NewInvitation {
  business_id: number
  email: string
  role: StaffRole
  professional_id: number | null
  invited_by: number
  nowMs: number
  expiresMs: number
}

type SameInvitation = Pick<NewInvitation, 'business_id' | 'email' | 'role' | 'professional_id' | 'nowMs'> & {
  withinMs: number
}

/** A new invitation, in place of an open one of the same address, whose link ends. @returns its id. */
export async function insertInvitation(
  tx: Tx,
  { nowMs, expiresMs, ...invitation }: NewInvitation,
): Promise<number> {
  await tx
    .deleteFrom('invitations')
    .where('business_id', '=', invitation.business_id)
    .where('used_at', 'is', null)
    .where(sql`lower(email)`, '=', sql`lower(${invitation.email})`)
    .execute()
  const { id } = await tx
    .insertInto('invitations')
    .values({ ...invitation, created_at: iso(nowMs), expires_at: iso(expiresMs) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The open invitation of an address that says the same and was mailed, or made, less than `withinMs` ago. */
export async function sameInvitation(
  tx: Tx,
  { business_id, email, role, professional_id, nowMs, withinMs }: SameInvitation,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('invitations')
    .select('id')
    .where('business_id', '=', business_id)
    .where('used_at', 'is', null)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('role', '=', role)
    .where('professional_id', 'is not distinct from', professional_id)
    .where('expires_at', '>', instant(nowMs + INVITATION_DAYS * DAY - withinMs))
    .executeTakeFirst()
  return row?.id
}

/** A former end counts no more. */
export async function renewInvitation(tx: Tx, owner: number, id: number, expires_at: string) {
  await tx
    .updateTable('invitations')
    .set({ expires_at })
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .execute()
}

export async function deleteInvitation(tx: Tx, owner: number, id: number) {
  const gone = await tx
    .deleteFrom('invitations')
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('email')
    .executeTakeFirst()
  return gone?.email
}

/** The open invitation that a link stands for. */
export function invitationOfToken(db: Db, { business_id, hash }: TokenKey, nowMs: number) {
  return db
    .selectFrom('invitations as i')
    .innerJoin('businesses as b', 'b.id', 'i.business_id')
    .innerJoin('users as u', 'u.id', 'i.invited_by')
    .select(['i.business_id', 'i.id', 'i.email', 'i.role', 'i.expires_at'])
    .select(['b.business_name', sql<string>`coalesce(u.name, u.email)`.as('invited_by')])
    .where('i.business_id', '=', business_id)
    .where('i.token_hash', '=', hash)
    .where('i.used_at', 'is', null)
    .where('i.expires_at', '>', instant(nowMs))
    .executeTakeFirst()
}

/** The invitation by which somebody became a member, from a time on. */
export function usedInvitation(db: Db, { business_id, hash }: TokenKey, sinceMs = 0) {
  return db
    .selectFrom('invitations')
    .select(['business_id', 'email'])
    .where('business_id', '=', business_id)
    .where('token_hash', '=', hash)
    .where('used_at', '>', instant(sinceMs))
    .executeTakeFirst()
}

/** Uses an open invitation up; undefined when somebody was faster, or it was withdrawn. */
export function spendInvitation(tx: Tx, owner: number, id: number, nowMs: number) {
  return tx
    .updateTable('invitations')
    .set({ used_at: iso(nowMs) })
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning(['role', 'professional_id', 'email', 'claimed_by'])
    .executeTakeFirst()
}

/** Who waits to be let in is not erased until the transaction ends. Before the invitation is locked: so does whoever erases them. */
export async function lockClaimer(tx: Tx, owner: number, id: number): Promise<void> {
  await sql`
    select from users where id = (select claimed_by from invitations where business_id = ${owner} and id = ${id})
    for key share`.execute(tx)
}

/**
 * Notes who wants in with another e-mail; the last one stands.
 * @returns the e-mail of the owner who invited, or of another one where they are none any more; undefined when it is not open.
 */
export async function claimInvitation(tx: Tx, owner: number, id: number, user_id: number) {
  const { rows } = await sql<{ email: string }>`
    update invitations i set claimed_by = ${user_id}
    where i.business_id = ${owner} and i.id = ${id} and i.used_at is null
    returning (select u.email from memberships m join users u on u.id = m.user_id
      where m.business_id = i.business_id and m.role = 'owner' and m.is_active
      order by m.user_id = i.invited_by desc, m.created_at, m.user_id limit 1) as email`.execute(tx)
  return rows[0]?.email
}
