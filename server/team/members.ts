import type { MemberChanges } from '#domain/api/calls/team.ts'
import { switchesOf, type Role } from '#domain/permissions.ts'
import { LAST_OWNER, MOST_MEMBERS, TEAM_FULL } from '#domain/team.ts'
import type { BusinessId, Session } from '../accounts/owner.ts'
import { noteActivity } from '../activity.ts'
import { sqlState, type Db, type Tx } from '../database/db.ts'
import { ownProfessional } from '../professionals/owner-queries.ts'
import { invalid, notFound, Refusal } from '../http/refusal.ts'
import { deleteMember, endSessionsOf, lockedCount, lockedMember, updateMember } from './queries.ts'
import { writeToOwner } from './written-to.ts'

export const NO_MEMBER = 'Esa persona no es del equipo'

/** Runs a transaction that the database refuses, at its end, when it leaves the business without an owner. */
export async function keepingAnOwner<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { constraint } = (error ?? {}) as { constraint?: unknown }
    if (sqlState(error) === '23514' && constraint === 'businesses_have_an_owner')
      throw new Refusal(409, LAST_OWNER)
    throw error
  }
}

/** @throws Refusal 404 when the business has no such professional. */
export async function ensureProfessional(db: Db | Tx, owner: BusinessId, id: number | null | undefined) {
  if (id !== null && id !== undefined && !(await ownProfessional(db, owner, id)))
    throw notFound('Profesional no encontrado')
}

/**
 * Changes what a member may do. A change of role sets the switches back; who is put to rest is out at once.
 * @throws Refusal 400, 404, 409 for the last owner.
 */
export async function changeMember(
  db: Db,
  nowMs: number,
  { business_id, user_id: by }: Session,
  user_id: number,
  changes: MemberChanges,
): Promise<void> {
  const change = async (tx: Tx) => {
    const before = changes.is_active ? await lockedCount(tx, business_id, nowMs) : 0
    const member = await lockedMember(tx, business_id, user_id)
    if (!member) throw notFound(NO_MEMBER)
    await ensureProfessional(tx, business_id, changes.professional_id)
    const role = changes.role ?? member.role
    const professional_id =
      changes.professional_id === undefined ? member.professional_id : changes.professional_id
    if (role === 'professional' && professional_id === null)
      throw invalid({ professional_id: 'Elige quién es en tu agenda' })
    const kept = role === member.role ? member.permissions : {}
    const permissions = switched(role, { ...kept, ...changes.switches })
    const is_active = changes.is_active ?? member.is_active
    if (is_active && !member.is_active && before >= MOST_MEMBERS) throw new Refusal(409, TEAM_FULL)
    await updateMember(tx, business_id, user_id, {
      role,
      professional_id,
      permissions: JSON.stringify(permissions),
      is_active,
    })
    if (!is_active) await endSessionsOf(tx, business_id, user_id)
    if (!is_active && member.is_active)
      await writeToOwner(tx, nowMs, { business_id, by, email: member.email })
    const was = {
      role: member.role,
      professional_id: member.professional_id,
      switches: member.permissions,
    }
    const after = { role, professional_id, switches: permissions }
    const note = { business_id, user_id: by, subject: member.name ?? member.email, nowMs }
    if (is_active !== member.is_active)
      await noteActivity(tx, { ...note, act: is_active ? 'member_resumed' : 'member_paused' })
    if (JSON.stringify(was) !== JSON.stringify(after))
      await noteActivity(tx, { ...note, act: 'member_changed', detail: { before: was, after } })
  }
  await keepingAnOwner(() => db.transaction().execute(change))
}

/** What is turned of the role's switches; others are not kept. */
function switched(role: Role, wanted: Record<string, unknown>): Record<string, boolean> {
  const known = switchesOf(role) as Record<string, boolean>
  return Object.fromEntries(
    Object.keys(known)
      .filter((name) => typeof wanted[name] === 'boolean' && wanted[name] !== known[name])
      .map((name) => [name, wanted[name] as boolean]),
  )
}

/**
 * Removes a member, who is out at once: sessions, streams and links go with the membership. `keepingAnOwner` translates the
 * refusal for the last owner. Whoever is in no other business is to be erased afterwards (`eraseIfNowhere`).
 * @throws Refusal 404.
 */
export async function removeMember(
  tx: Tx,
  nowMs: number,
  { business_id, user_id: by }: Session,
  user_id: number,
): Promise<object> {
  const member = await lockedMember(tx, business_id, user_id)
  if (!member) throw notFound(NO_MEMBER)
  await deleteMember(tx, business_id, user_id)
  await writeToOwner(tx, nowMs, { business_id, by, email: member.email })
  const isSelf = by === user_id
  await noteActivity(tx, {
    business_id,
    user_id: by,
    act: isSelf ? 'member_left' : 'member_removed',
    subject: member.name ?? member.email,
    detail: { before: { role: member.role } },
    nowMs,
  })
  return {}
}
