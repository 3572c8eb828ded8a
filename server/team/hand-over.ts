import { INVITATION_DAYS } from '#domain/team.ts'
import { ensurePassword } from '../accounts/reset.ts'
import type { Session } from '../accounts/owner.ts'
import { noteActivity } from '../activity.ts'
import type { Db } from '../db.ts'
import { queueOwnership } from '../messages/team-mails.ts'
import { notFound, Refusal } from '../refusal.ts'
import { putOffer, usedOffer } from './hand-over-queries.ts'
import { isThere, lockedMember, updateMember } from './queries.ts'
import { NO_MEMBER } from './members.ts'

const DAY = 24 * 3_600_000
const NO_OFFER = 'Nadie te está entregando este negocio'

/**
 * Offers the business to a member, in place of an earlier offer; both are mailed.
 * @throws Refusal 400 for a wrong password, 404, 409 for an owner, or a member who is put to rest.
 */
export async function offerOwnership(
  db: Db,
  nowMs: number,
  session: Session,
  { to, password }: { to: number; password: string },
): Promise<void> {
  const { business_id, user_id } = session
  if (!(await isThere(db, business_id, to))) throw notFound(NO_MEMBER)
  await ensurePassword(db, nowMs, session, password, 'currentPassword')
  await db.transaction().execute(async (tx) => {
    const [receiver, giver] = [
      await lockedMember(tx, business_id, to),
      await lockedMember(tx, business_id, user_id),
    ]
    if (!receiver || !giver) throw notFound(NO_MEMBER)
    if (receiver.role === 'owner' || !receiver.is_active)
      throw new Refusal(409, 'El negocio se entrega a una persona activa del equipo que no sea su dueña')
    const times = { nowMs, expiresMs: nowMs + INVITATION_DAYS * DAY }
    await putOffer(tx, { business_id, to_user_id: to, by_user_id: user_id }, times)
    await noteActivity(tx, {
      business_id,
      user_id,
      act: 'ownership_offered',
      subject: nameOf(receiver),
      nowMs,
    })
    await queueOwnership(tx, 'ownership_offered', { business_id, giver, receiver, at: nowMs })
  })
}

const nameOf = ({ name, email }: { name: string | null; email: string }) => name ?? email

/**
 * Takes the business over: in one transaction who offered it becomes a manager and the receiver the owner.
 * @throws Refusal 400 for a wrong password, 404 without an offer that is open and still an owner's.
 */
export async function takeOver(db: Db, nowMs: number, session: Session, password: string): Promise<void> {
  await ensurePassword(db, nowMs, session, password, 'currentPassword')
  const { business_id, user_id } = session
  await db.transaction().execute(async (tx) => {
    const offer = await usedOffer(tx, session, nowMs)
    if (!offer) throw notFound(NO_OFFER)
    const [giver, receiver] = [
      await lockedMember(tx, business_id, offer.by_user_id),
      await lockedMember(tx, business_id, user_id),
    ]
    if (giver?.role !== 'owner' || !giver.is_active || !receiver?.is_active) throw notFound(NO_OFFER)
    await updateMember(tx, business_id, user_id, { role: 'owner', permissions: '{}' })
    await updateMember(tx, business_id, giver.user_id, { role: 'manager', permissions: '{}' })
    await noteActivity(tx, {
      business_id,
      user_id,
      act: 'ownership_taken',
      subject: nameOf(giver),
      detail: { before: { owner: giver.user_id }, after: { owner: user_id } },
      nowMs,
    })
    await queueOwnership(tx, 'ownership_taken', { business_id, giver, receiver, at: nowMs })
  })
}
