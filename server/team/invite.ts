import type { Invitation, InviteInput } from '#domain/api/calls/team.ts'
import { isSameEmail } from '#domain/account.ts'
import { INVITATION_DAYS, MOST_MEMBERS, TEAM_FULL } from '#domain/team.ts'
import { sessionBusiness } from '../accounts/queries.ts'
import type { Session } from '../accounts/owner.ts'
import { noteActivity } from '../activity.ts'
import { spend } from '../limits/attempts.ts'
import type { Db, Tx } from '../database/db.ts'
import { queueConfirmed, queueInvitation } from '../messages/team-mails.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { ensureProfessional } from './members.ts'
import {
  deleteInvitation,
  insertInvitation,
  lockClaimer,
  openInvitation,
  renewInvitation,
  sameInvitation,
  spendInvitation,
} from './invitation-queries.ts'
import { emailOf, isMember, join, lockedCount } from './queries.ts'

const DAY = 24 * 3_600_000
const NO_INVITATION = 'Esa invitación ya no está'
const ALREADY = 'Esa persona ya es de tu equipo'
const OTHER = 'Ahora la aceptó otra persona: revisa su correo antes de dejarla entrar'

/** Whoever invites must not fill strangers' mailboxes: counted by address, by who sends, by business and network. */
const limitsOf = ({ business_id, user_id }: Session, email: string, network: string) => [
  { subject: `invitations to ${email.toLowerCase()}`, max: 6, minutes: 24 * 60 },
  { subject: `invitations by ${user_id}`, max: 30, minutes: 60 },
  { subject: `invitations of ${business_id}`, max: 100, minutes: 24 * 60 },
  { subject: `invitations from ${network}`, max: 100, minutes: 60 },
]

/** @throws Refusal 409 until the business's e-mail is confirmed, 429 when too many went out. */
async function ensureMayMail(db: Db, nowMs: number, session: Session, email: string, network: string) {
  const { is_email_confirmed } = await sessionBusiness(db, session.business_id)
  if (!is_email_confirmed)
    throw new Refusal(409, 'Confirma primero el correo de tu negocio: te enviamos un enlace')
  await spend(db, nowMs, limitsOf(session, email, network))
}

/**
 * Whether somebody may be invited. Whether the address has an account makes no difference to the answer.
 * @throws Refusal 404 for the professional, 409 for a member or an unconfirmed e-mail, 429.
 */
export async function ensureMayInvite(
  db: Db,
  nowMs: number,
  session: Session,
  input: InviteInput,
  network: string,
): Promise<void> {
  const { business_id } = session
  await ensureProfessional(db, business_id, input.professional_id)
  if (await isMember(db, business_id, input.email)) throw new Refusal(409, ALREADY)
  await ensureMayMail(db, nowMs, session, input.email, network)
}

/** Of an invitation or an offer that is made, or mailed, again within it no second mail leaves: it is a second click. */
export const PAUSE_MS = 60_000

/**
 * Invites somebody who may be invited by e-mail. The same again, by whomever, within a minute is the same invitation.
 * @throws Refusal 409 for a full team, and for whoever became a member at this moment.
 */
export async function invite(
  tx: Tx,
  nowMs: number,
  { business_id, user_id: invited_by }: Session,
  input: InviteInput,
): Promise<Invitation> {
  const expiresMs = nowMs + INVITATION_DAYS * DAY
  const before = await lockedCount(tx, business_id, nowMs)
  const same = await sameInvitation(tx, { business_id, ...input, nowMs, withinMs: PAUSE_MS })
  if (same !== undefined) return (await openInvitation(tx, business_id, same, nowMs))!
  const id = await insertInvitation(tx, { business_id, ...input, invited_by, nowMs, expiresMs })
  // An acceptance that was under way may just have been written.
  if (await isMember(tx, business_id, input.email)) throw new Refusal(409, ALREADY)
  // One that takes another's place makes no team larger.
  if (before >= MOST_MEMBERS && (await lockedCount(tx, business_id, nowMs)) > before)
    throw new Refusal(409, TEAM_FULL)
  const detail = { role: input.role }
  await noteActivity(tx, {
    business_id,
    user_id: invited_by,
    act: 'member_invited',
    subject: input.email,
    detail,
    nowMs,
  })
  await queueInvitation(tx, { business_id, id, email: input.email, at: nowMs })
  return (await openInvitation(tx, business_id, id, nowMs))!
}

/** Whether an open invitation may be mailed again. @throws Refusal 404, 409, 429. */
export async function ensureMayResend(
  db: Db,
  nowMs: number,
  session: Session,
  id: number,
  network: string,
): Promise<void> {
  const open = await openInvitation(db, session.business_id, id, nowMs)
  if (!open) throw notFound(NO_INVITATION)
  await ensureMayMail(db, nowMs, session, open.email, network)
}

/** Mails an open invitation again, unless that was done a moment ago. @throws Refusal 404, 409 for a full team. */
export async function resend(
  tx: Tx,
  nowMs: number,
  { business_id }: Session,
  id: number,
): Promise<Invitation> {
  const before = await lockedCount(tx, business_id, nowMs)
  const open = await openInvitation(tx, business_id, id, nowMs)
  if (!open) throw notFound(NO_INVITATION)
  if (open.expires_at > nowMs + INVITATION_DAYS * DAY - PAUSE_MS) return open
  const expires_at = new Date(nowMs + INVITATION_DAYS * DAY).toISOString()
  await renewInvitation(tx, business_id, id, expires_at)
  // An expired one counts again.
  if (before >= MOST_MEMBERS && (await lockedCount(tx, business_id, nowMs)) > before)
    throw new Refusal(409, TEAM_FULL)
  await queueInvitation(tx, { business_id, id, email: open.email, at: nowMs })
  return (await openInvitation(tx, business_id, id, nowMs)) ?? open
}

/** @throws Refusal 404. */
export async function withdraw(tx: Tx, nowMs: number, { business_id, user_id }: Session, id: number) {
  const email = await deleteInvitation(tx, business_id, id)
  if (email === undefined) throw notFound(NO_INVITATION)
  await noteActivity(tx, { business_id, user_id, act: 'invitation_withdrawn', subject: email, nowMs })
  return {}
}

/**
 * Lets in who accepted with another e-mail, and tells them.
 * @param seen whom the owner saw to wait: the link may have been used by somebody else since.
 * @throws Refusal 404, 409 when nobody waits, it is somebody else, or a member; or for a full team.
 */
export async function confirmClaim(
  tx: Tx,
  nowMs: number,
  { business_id, user_id }: Session,
  id: number,
  seen: string | undefined,
): Promise<object> {
  const before = await lockedCount(tx, business_id, nowMs)
  await lockClaimer(tx, business_id, id)
  const used = await spendInvitation(tx, business_id, id, nowMs)
  if (!used) throw notFound(NO_INVITATION)
  const { claimed_by, role, professional_id } = used
  if (claimed_by === null) throw new Refusal(409, 'Nadie ha aceptado todavía esa invitación')
  const recipient = await emailOf(tx, claimed_by)
  if (seen && !isSameEmail(recipient, seen)) throw new Refusal(409, OTHER)
  const joins = await join(tx, { business_id, user_id: claimed_by, role, professional_id }, nowMs)
  if (!joins) throw new Refusal(409, ALREADY)
  // One that had expired did not count any more.
  if (before >= MOST_MEMBERS && (await lockedCount(tx, business_id, nowMs)) > before)
    throw new Refusal(409, TEAM_FULL)
  const subject = used.email
  await noteActivity(tx, {
    business_id,
    user_id,
    act: 'member_confirmed',
    subject,
    detail: { role },
    nowMs,
  })
  await queueConfirmed(tx, { business_id, id, recipient, at: nowMs })
  return {}
}
