import { permissionsOf, switchesOf, type Role, type Switches } from '#domain/permissions.ts'
import type { Member } from '#domain/api/calls/team.ts'
import type { StaffRole } from '#domain/team.ts'
import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import { iso, type Db, type Tx } from '../database/db.ts'

/** Everybody who is, or was put to rest, in a business; owners first, then by name. */
export async function membersOf(db: Db | Tx, owner: BusinessId, you: number): Promise<Member[]> {
  const rows = await db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('professionals as p', (join) =>
      join.onRef('p.business_id', '=', 'm.business_id').onRef('p.id', '=', 'm.professional_id'),
    )
    .select(['m.user_id', 'u.name', 'u.email', 'm.role', 'm.professional_id', 'm.permissions'])
    .select(['p.professional_name', 'm.is_active', 'm.last_login_at'])
    .where('m.business_id', '=', owner)
    .orderBy(sql`array_position(array['owner', 'manager', 'reception', 'professional'], m.role)`)
    .orderBy('m.created_at')
    .orderBy('m.user_id')
    .execute()
  return rows.map(({ permissions, ...row }) => ({
    ...row,
    switches: shownSwitches(row.role, permissions),
    is_you: row.user_id === you,
  }))
}

/** Every switch of the role, as it stands for this member. */
function shownSwitches(role: Role, switches: Switches): Record<string, boolean> {
  const given = permissionsOf(role, switches)
  return Object.fromEntries(
    Object.keys(switchesOf(role)).map((name) => [name, given.includes(name as never)]),
  )
}

export async function isThere(db: Db, owner: number, user_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('business_id', '=', owner)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row !== undefined
}

/** A member, locked until the transaction ends. */
export function lockedMember(tx: Tx, owner: number, user_id: number) {
  return tx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id', 'm.role', 'm.professional_id', 'm.permissions', 'm.is_active', 'u.name', 'u.email'])
    .where('m.business_id', '=', owner)
    .where('m.user_id', '=', user_id)
    .forUpdate('m')
    .executeTakeFirst()
}

export async function updateMember(
  tx: Tx,
  owner: number,
  user_id: number,
  changes: { role?: Role; professional_id?: number | null; permissions?: string; is_active?: boolean },
) {
  await tx
    .updateTable('memberships')
    .set(changes)
    .where('business_id', '=', owner)
    .where('user_id', '=', user_id)
    .execute()
}

/** Ends what a member has open: sessions, which ends their streams, and links for a new password. */
export async function endSessionsOf(tx: Tx, owner: number, user_id: number) {
  for (const table of ['sessions', 'password_resets'] as const)
    await tx.deleteFrom(table).where('business_id', '=', owner).where('user_id', '=', user_id).execute()
  await tx
    .deleteFrom('ownership_offers')
    .where('business_id', '=', owner)
    .where((row) => row.or([row('to_user_id', '=', user_id), row('by_user_id', '=', user_id)]))
    .execute()
}

export async function deleteMember(tx: Tx, owner: number, user_id: number) {
  await tx
    .insertInto('former_members')
    .values({ business_id: owner, user_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx.deleteFrom('memberships').where('business_id', '=', owner).where('user_id', '=', user_id).execute()
}

/** Locks who adds to a team: of several at once each counts those before it. @returns how many there are. */
export async function lockedCount(tx: Tx, owner: number, nowMs: number): Promise<number> {
  await tx.selectFrom('businesses').select('id').where('id', '=', owner).forNoKeyUpdate().execute()
  const { rows } = await sql<{ n: number }>`
    select ((select count(*) from memberships where business_id = ${owner} and is_active)
      + (select count(*) from invitations where business_id = ${owner} and used_at is null
         and expires_at > ${iso(nowMs)}))::int as n`.execute(tx)
  return rows[0]!.n
}

/** Whether somebody who signs in with this e-mail is an active member. */
export async function isMember(db: Db | Tx, owner: number, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('m.user_id')
    .where('m.business_id', '=', owner)
    .where('m.is_active', '=', true)
    .where(sql`lower(u.email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()
  return row !== undefined
}

/** The owner at whose e-mail a business may be written to: one that no other business has, if there is any. */
export async function ownerToWriteTo(tx: Tx, owner: number) {
  const { rows } = await sql<{ email: string; is_proven: boolean; is_free: boolean }>`
    select u.email, u.email_proven_at is not null as is_proven,
      not exists (select from businesses b where b.id <> m.business_id and lower(b.email) = lower(u.email)) as is_free
    from memberships m join users u on u.id = m.user_id
    where m.business_id = ${owner} and m.role = 'owner' and m.is_active
    order by is_free desc, m.created_at, m.user_id limit 1`.execute(tx)
  return rows[0]
}

/** Makes an e-mail the business's, unconfirmed, in place of a former one; false when the business has another by now. */
export async function writeTo(
  tx: Tx,
  owner: number,
  { email, former }: { email: string; former: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('businesses')
    .set({ email })
    .where('id', '=', owner)
    .where(sql`lower(email)`, '=', sql`lower(${former})`)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Makes somebody a member, or one again who was put to rest; false when they are one. */
export async function join(
  tx: Tx,
  member: { business_id: number; user_id: number; role: StaffRole; professional_id: number | null },
  nowMs: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into memberships (business_id, user_id, role, professional_id, created_at)
    values (${member.business_id}, ${member.user_id}, ${member.role}, ${member.professional_id}, ${iso(nowMs)})
    on conflict (business_id, user_id) do update
      set role = excluded.role, professional_id = excluded.professional_id, permissions = '{}', is_active = true
      where not memberships.is_active
    returning user_id`.execute(tx)
  return rows.length > 0
}

export function userOfEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'password_hash'])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()
}

export async function emailOf(tx: Tx, user_id: number): Promise<string> {
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return email
}

/** How a person is called: by their name, or else by their e-mail. */
export async function toldName(tx: Tx, user_id: number): Promise<string> {
  const { name } = await tx
    .selectFrom('users')
    .select(sql<string>`coalesce(name, email)`.as('name'))
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return name
}

/** A new person, who came by a link in a mail to their e-mail. @returns its id; undefined when the e-mail has an account by now. */
export async function insertUser(
  tx: Tx,
  user: { email: string; name: string; password_hash: string },
  nowMs: number,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('users')
    .values({
      ...user,
      password_changed_at: iso(nowMs),
      created_at: iso(nowMs),
      email_proven_at: iso(nowMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
