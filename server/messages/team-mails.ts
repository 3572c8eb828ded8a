import { INVITATION_DAYS, ROLE_LABELS, ROLE_SENTENCES, takeableText } from '#domain/team.ts'
import { mediumDate, nowIn } from '#domain/dates.ts'
import { unlinked } from '#domain/unlinked.ts'
import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '../database/db.ts'
import { newToken } from '../tokens.ts'
import { businessFacts, mailedInvitation, memberWithEmail, openClaim } from './account-queries.ts'
import { envelope, type Composed, type ComposeContext } from './mail-parts.ts'
import { enqueue, enqueueNew, type DueMessage } from './queries.ts'

interface InvitationMail {
  business_id: number
  id: number
  email: string
  at: number
}

/** Queues the mail with the link of an invitation. */
export async function queueInvitation(tx: Tx, { business_id, id, email, at }: InvitationMail): Promise<void> {
  await enqueue(tx, {
    business_id,
    kind: 'team_invitation',
    recipient: email,
    once: `team_invitation:${randomUUID()}`,
    due_at: at,
    data: { invitation_id: id },
  })
}

/**
 * The link is made when the mail leaves, so that one that waited is good for as long; of several mails of an
 * invitation the last one's counts.
 */
export async function teamInvitation(row: DueMessage, context: ComposeContext, db: Db): Promise<Composed> {
  const { token, hash } = newToken(row.business_id)
  const expires_at = context.now + INVITATION_DAYS * 24 * 3_600_000
  const invitation = await mailedInvitation(db, row, { hash, expires_at, nowMs: context.now })
  if (!invitation) return { skip: 'the invitation was withdrawn, accepted or is over' }
  const email = context.render.teamInvitation({
    // To whomever an owner names.
    business_name: unlinked(invitation.business_name),
    invited_by: unlinked(invitation.invited_by),
    role: ROLE_LABELS[invitation.role],
    role_sentence: ROLE_SENTENCES[invitation.role],
    until: mediumDate(nowIn(invitation.timezone, expires_at).date),
    accept_url: `${context.publicUrl}/invitacion?token=${token}`,
    public_url: context.publicUrl,
  })
  return { mail: envelope(row, context, email) }
}

interface ClaimMail {
  business_id: number
  /** Of the invitation. */
  id: number
  recipient: string
  at: number
}

/** Queues the mail to an owner that somebody accepted with another e-mail, once of each. @returns whether it is the first of them. */
export async function queueClaimed(tx: Tx, { id, user_id, at, ...message }: ClaimMail & { user_id: number }) {
  const kind = 'invitation_claimed'
  const once = `${kind}:${id}:${user_id}`
  const first = await enqueueNew(tx, { ...message, kind, once, due_at: at, data: { invitation_id: id } })
  return first !== undefined
}

export async function invitationClaimed(row: DueMessage, context: ComposeContext, db: Db): Promise<Composed> {
  const claim = await openClaim(db, row)
  if (!claim) return { skip: 'the invitation was withdrawn or confirmed' }
  const email = context.render.invitationClaimed({
    claimed_by: claim.name === null ? null : unlinked(claim.name),
    claimer_email: claim.claimer_email,
    invited_email: claim.invited_email,
    business_name: claim.business_name,
    public_url: context.publicUrl,
  })
  return { mail: envelope(row, context, email) }
}

/** Queues the mail to whom an owner let in. */
export async function queueConfirmed(tx: Tx, { id, at, ...message }: ClaimMail): Promise<void> {
  const kind = 'invitation_confirmed'
  await enqueue(tx, { ...message, kind, once: `${kind}:${id}`, due_at: at })
}

export async function invitationConfirmed(
  row: DueMessage,
  context: ComposeContext,
  db: Db,
): Promise<Composed> {
  const facts = await businessFacts(db, row.business_id)
  if (!facts || !(await memberWithEmail(db, row.business_id, row.recipient)))
    return { skip: 'they are of the team no more' }
  const email = context.render.invitationConfirmed({
    // As their invitation does: they may be anybody.
    business_name: unlinked(facts.business_name),
    email: row.recipient,
    public_url: context.publicUrl,
  })
  return { mail: envelope(row, context, email) }
}

interface Person {
  name: string | null
  email: string
}
interface OwnershipMail {
  business_id: number
  giver: Person
  receiver: Person
  at: number
  /** From when on it may be taken; null: at once. */
  takeableMs?: number | null
}

/** Tells both, in the transaction of an offer or of its acceptance. */
export async function queueOwnership(
  tx: Tx,
  kind: 'ownership_offered' | 'ownership_taken',
  { business_id, giver, receiver, at, takeableMs = null }: OwnershipMail,
): Promise<void> {
  const names = { giver: giver.name ?? giver.email, receiver: receiver.name ?? receiver.email }
  const id = randomUUID()
  for (const [who, { email }] of Object.entries({ giver, receiver }))
    await enqueue(tx, {
      business_id,
      kind,
      recipient: email,
      once: `${kind}:${who}:${id}`,
      due_at: at,
      data: { ...names, who, ...(takeableMs !== null && { takeable_at: takeableMs }) },
    })
}

export async function ownership(row: DueMessage, context: ComposeContext, db: Db): Promise<Composed> {
  const facts = await businessFacts(db, row.business_id)
  if (!facts) throw new Error('The business of this message does not exist')
  const email = context.render.ownership({
    is_done: row.kind === 'ownership_taken',
    is_receiver: row.data.who === 'receiver',
    giver: String(row.data.giver),
    receiver: String(row.data.receiver),
    takeable: row.data.takeable_at ? `${takeableText(facts.timezone, Number(row.data.takeable_at))}.` : null,
    mails_to: row.data.who === 'receiver' && facts.email !== row.recipient ? facts.email : null,
    business_name: facts.business_name,
    public_url: context.publicUrl,
  })
  return { mail: envelope(row, context, email) }
}
