import { INVITATION_DAYS, OFFER_WAIT_HOURS, takeableText } from '#domain/team.ts'
import { askerOf, lockedAsker } from '../accounts/devices/asker.ts'
import { sessionBusiness } from '../accounts/queries.ts'
import { ensurePassword } from '../accounts/reset.ts'
import { FORBIDDEN, type Session } from '../accounts/owner.ts'
import { noteActivity } from '../activity.ts'
import type { Db, Tx } from '../database/db.ts'
import { queueOwnership } from '../messages/team-mails.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { deleteOffer, isLongThere, isOffered, offerFor, putOffer, usedOffer } from './hand-over-queries.ts'
import { PAUSE_MS } from './invite.ts'
import { isThere, lockedMember, toldName, updateMember } from './queries.ts'
import { NO_MEMBER } from './members.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NO_OFFER = 'Nadie te está entregando este negocio'

/** @throws Refusal 400 for a wrong password, 404. */
export async function ensureMayOffer(
  db: Db,
  nowMs: number,
  session: Session,
  { to, password }: { to: number; password: string },
): Promise<void> {
  if (!(await isThere(db, session.business_id, to))) throw notFound(NO_MEMBER)
  await ensurePassword(db, nowMs, session, password, 'currentPassword')
}

/**
 * Offers the business to a member, in place of an earlier offer; both are mailed. The same again within a minute is the same offer. Where a stolen password may be behind it, the
 * offer waits, so that its owner can say 'No fui yo' before it is final.
 * @throws Refusal 404, 409 for an owner, or a member who is put to rest.
 */
export async function offerOwnership(tx: Tx, nowMs: number, session: Session, to: number): Promise<object> {
  const { business_id, user_id } = session
  await lockedAsker(tx, askerOf(session))
  const [receiver, giver] = await lockedPair(tx, business_id, to, user_id)
  if (!receiver || !giver) throw notFound(NO_MEMBER)
  // Somebody else may have taken the business over, or away, at this moment.
  if (giver.role !== 'owner') throw new Refusal(403, FORBIDDEN)
  if (receiver.role === 'owner' || !receiver.is_active)
    throw new Refusal(409, 'El negocio se entrega a una persona activa del equipo que no sea su dueña')
  const isSafe = await isLongThere(tx, session, nowMs - OFFER_WAIT_HOURS * HOUR)
  const takeableMs = isSafe ? null : nowMs + OFFER_WAIT_HOURS * HOUR
  const offer = { business_id, to_user_id: to, by_user_id: user_id }
  if (await isOffered(tx, offer, { waits: !isSafe, sinceMs: nowMs - PAUSE_MS })) return {}
  const times = { nowMs, expiresMs: nowMs + INVITATION_DAYS * DAY, takeableMs }
  await putOffer(tx, offer, times)
  await noteActivity(tx, {
    business_id,
    user_id,
    act: 'ownership_offered',
    subject: nameOf(receiver),
    nowMs,
  })
  await queueOwnership(tx, 'ownership_offered', { business_id, giver, receiver, at: nowMs, takeableMs })
  return {}
}

/** Takes an offer back; nothing is noted where none was open any more. */
export async function withdrawOffer(tx: Tx, nowMs: number, { business_id, user_id }: Session): Promise<void> {
  const to = await deleteOffer(tx, business_id, nowMs)
  if (to === undefined) return
  const subject = await toldName(tx, to)
  await noteActivity(tx, { business_id, user_id, act: 'ownership_offer_withdrawn', subject, nowMs })
}

/** Two members, locked in one order by everybody: of two who lock the same ones, one waits. */
async function lockedPair(tx: Tx, business_id: number, one: number, other: number) {
  const lower = await lockedMember(tx, business_id, Math.min(one, other))
  const upper = await lockedMember(tx, business_id, Math.max(one, other))
  return one < other ? [lower, upper] : [upper, lower]
}

const nameOf = ({ name, email }: { name: string | null; email: string }) => name ?? email

/**
 * Takes the business over: in one transaction who offered it becomes a manager and the receiver the owner.
 * @throws Refusal 404 without an offer that is open and still an owner's, 409 while it waits.
 */
export async function takeOver(tx: Tx, nowMs: number, session: Session): Promise<object> {
  const { business_id, user_id } = session
  await lockedAsker(tx, askerOf(session))
  const open = await offerFor(tx, session, nowMs)
  if (!open) throw notFound(NO_OFFER)
  if (open.takeable_at !== null) {
    const { timezone } = await sessionBusiness(tx, business_id)
    throw new Refusal(409, takeableText(timezone, open.takeable_at))
  }
  // Whoever removes one of them locks members before offers, too.
  const [giver, receiver] = await lockedPair(tx, business_id, open.by_user_id, user_id)
  const offer = await usedOffer(tx, session, nowMs)
  if (offer?.by_user_id !== open.by_user_id) throw notFound(NO_OFFER)
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
  return {}
}
