import { CHANGE_FIRST } from '#domain/account.ts'
import type { PasswordChange, Reset } from '#domain/api/calls/accounts.ts'
import { noteActivity } from '../activity.ts'
import { ensureOpen, spend, tryOnce } from '../limits/attempts.ts'
import type { Db, Tx } from '../database/db.ts'
import { queueAccountChanged } from '../messages/account-changed.ts'
import { enqueueAsked } from '../messages/asked/queries.ts'
import { knownDevice, rememberDevice } from '../devices.ts'
import { networkOf } from '../limits/network.ts'
import { invalid, Refusal } from '../http/refusal.ts'
import { confirmed } from './confirm-email.ts'
import { knownAsMember, type Visit } from './door.ts'
import { hashPassword, NOBODYS_HASH, passwordMatches } from './passwords.ts'
import { askerOf, ensureAtScreen, lockedAsker } from './devices/asker.ts'
import { deleteFeedsSince, deleteOffersBy } from './devices/queries.ts'
import { deletePasskeysSince } from './passkeys/queries.ts'
import {
  noteReset,
  passwordHash,
  proveEmail,
  replacePassword,
  userOfReset,
  userOfUsedReset,
  useReset,
} from './password-queries.ts'
import { memberOfEmail, sessionBusiness, sessionUser } from './queries.ts'
import { deleteSetup, hasSecondFactor, lockedHolder, switchOff } from './second-factor-queries.ts'
import { ensureNotGuessed, isCommon } from './weak.ts'
import type { Session } from './session.ts'
import { toldUser } from './told.ts'
import { digestFor, tokenKey } from '../tokens.ts'

/**
 * Queues the mail with the reset link if the account exists, and none waits. Nothing reveals whether it does: the caller
 * answers in its own time. Beyond a network's limit only work opens it, and shuts nobody out who has the same address of a carrier.
 * @throws Refusal 429, with a `challenge` where it is the network's.
 */
export async function forgot(
  db: Db,
  nowMs: number,
  { email, network, proof }: { email: string; network: string; proof: unknown },
) {
  const ofNetwork = { subject: `reset mails from ${network}`, max: 100, minutes: 60 }
  await ensureOpen(db, nowMs, { subjects: [ofNetwork.subject], limits: [ofNetwork], proof })
  await spend(db, nowMs, [
    { subject: `reset mail to ${email.toLowerCase()}`, max: 10, minutes: 60 },
    { ...ofNetwork, max: Infinity },
  ])
  const member = await memberOfEmail(db, email)
  if (!member) return
  // Another password ends the links of before it, and another mail may leave at once.
  const { business_id, email: recipient, password_hash } = member
  const once = `password_reset:${await digestFor(db, 'mails', `${recipient} ${password_hash}`)}`
  await enqueueAsked(db, { business_id, kind: 'password_reset', recipient, once }, nowMs)
}

async function knownOf(db: Db | Tx, { business_id, user_id }: { business_id: number; user_id: number }) {
  const [business, has_second_factor] = await Promise.all([
    sessionBusiness(db, business_id),
    hasSecondFactor(db, user_id),
  ])
  return { ...business, has_second_factor }
}

/** How long a link for a new password is open. */
export const RESET_MS = 60 * 60_000

const EXPIRED = 'El enlace no es válido o ya venció. Pide uno nuevo.'
const USED = 'Este enlace ya se usó. Si fuiste tú, inicia sesión con tu contraseña nueva.'

/**
 * Sets a new password by the token of a reset mail, which is then used up; every session ends. The first proof that somebody
 * reads the mails to this e-mail ends what was set up before it. Every browser of before is unknown again but this one, if it was known:
 * whoever had the former password may have signed in in any other.
 * @throws Refusal 400 for a token that is unknown, older than an hour, or used for another password.
 */
export async function resetPassword(
  db: Db,
  nowMs: number,
  { token, password }: Reset,
  visit: Omit<Visit, 'proof'>,
) {
  const network = networkOf(visit.request.ip)
  const shared = [{ subject: `reset tokens from ${network}`, max: 100, minutes: 15 }]
  const key = tokenKey(token)
  const open = await tryOnce(db, nowMs, { subjects: [], limits: [], shared }, async () => {
    const user_id = key && (await userOfReset(db, key, nowMs))
    return user_id !== undefined && { ...key!, user_id }
  })
  if (!open) return ensureRepeated(db, nowMs, { token, password }, network)
  ensureNotGuessed(password, await knownOf(db, open))
  const password_hash = await hashPassword(password, { lane: network })
  const known = async () => knownAsMember(db, (await sessionUser(db, open.user_id)).email)
  const isKnown = (await knownDevice(db, visit.request, 'login', await known())) !== undefined
  const isSet = await db.transaction().execute(async (tx) => {
    // Of several links of one user, each waits for the other, and finds itself ended.
    await lockedHolder(tx, { table: 'users', id: open.user_id })
    const user_id = await useReset(tx, open, nowMs)
    if (user_id === undefined) return false
    const { business_id } = open
    await replacePassword(tx, user_id, { password_hash, nowMs })
    await noteReset(tx, user_id, nowMs)
    // Whoever had the former password may have offered a business to somebody.
    await deleteOffersBy(tx, user_id)
    await deleteSetup(tx, { table: 'users', id: user_id })
    // Whoever opened the link reads the mails to this address; if nobody did before, a stranger may have signed up with it.
    if (await proveEmail(tx, user_id, nowMs)) await discardEarlier(tx, nowMs, { business_id, user_id })
    await confirmed(tx, business_id, (await sessionUser(tx, user_id)).email, nowMs)
    await tellUser(tx, { business_id, user_id }, nowMs)
    await noteResetIn(tx, user_id, nowMs)
    // The second step may just have gone, here or at this moment: the password does alone from now on.
    ensureNotGuessed(password, await knownOf(tx, open))
    return true
  })
  if (!isSet) return ensureRepeated(db, nowMs, { token, password }, network)
  if (isKnown) await rememberDevice(db, visit, 'login', await known())
}

/** Of a business that they left since they asked for the link, the activity tells nothing. */
async function noteResetIn(tx: Tx, user_id: number, nowMs: number) {
  const member = await memberOfEmail(tx, (await sessionUser(tx, user_id)).email)
  if (!member) return
  const { business_id } = member
  await noteActivity(tx, { business_id, user_id, act: 'password_reset', nowMs })
}

/**
 * Whoever did not hear that their password was set sends the same again: that is done already. A used link is no way to guess the
 * password.
 * @throws Refusal 400; 429.
 */
async function ensureRepeated(db: Db, nowMs: number, { token, password }: Reset, network: string) {
  const key = tokenKey(token)
  const user_id = key && (await userOfUsedReset(db, key, nowMs - RESET_MS))
  if (user_id === undefined) throw new Refusal(400, EXPIRED, { fields: { token: EXPIRED } })
  const subject = `password by a used link of user ${user_id}`
  const guess = { subjects: [subject], limits: [{ subject, max: 10, minutes: 60 }] }
  const isSame = await tryOnce(db, nowMs, guess, async () =>
    passwordMatches(password, await passwordHash(db, user_id), { lane: network }),
  )
  if (!isSame) throw new Refusal(400, USED, { fields: { token: USED } })
}

/** Ends every way in of who never showed that the e-mail is theirs: whoever reads its mails asks for a password, and comes in. */
export async function shutOutUnproven(tx: Tx, nowMs: number, who: { business_id: number; user_id: number }) {
  await replacePassword(tx, who.user_id, { password_hash: NOBODYS_HASH, nowMs })
  await deleteOffersBy(tx, who.user_id)
  await discardEarlier(tx, nowMs, who)
}

/** Takes away by what else somebody could come in or read who never showed that the e-mail is theirs. */
async function discardEarlier(tx: Tx, nowMs: number, who: { business_id: number; user_id: number }) {
  const holder = { table: 'users', id: who.user_id } as const
  const { secret } = await lockedHolder(tx, holder)
  await switchOff(tx, holder)
  await deletePasskeysSince(tx, holder, 0)
  await deleteFeedsSince(tx, who.user_id, 0)
  if (secret) await toldUser(who, nowMs)(tx, 'second_factor_off')
}

/** A password that the signed-in user may have. */
interface Admitted {
  newPassword: string
  /** What is kept of it. */
  password_hash: string
  /** The hash of the present one, by which they showed that they may change it. */
  proven: string
}

/**
 * Whether the signed-in user may have the new password.
 * @throws Refusal 400 for a wrong current password, because a 401 would end the session.
 */
export async function admittedPassword(
  db: Db,
  nowMs: number,
  session: Session,
  { currentPassword, newPassword }: PasswordChange,
): Promise<Admitted> {
  const proven = await ensureAtScreen(db, nowMs, askerOf(session), currentPassword)
  ensureNotGuessed(newPassword, await knownOf(db, session), 'newPassword')
  return { newPassword, password_hash: await hashPassword(newPassword, laneOf(session)), proven }
}

/**
 * Whoever has a second step may have any password, until the password is all there is.
 * @throws Refusal 400 for one that everybody tries first.
 */
export async function ensureDoesAlone(db: Db, session: Session, password: string) {
  const known = await knownOf(db, session)
  if (known.has_second_factor && isCommon(password, known)) throw invalid({ currentPassword: CHANGE_FIRST })
}

/**
 * Changes the password of the signed-in user and ends every other session.
 * @throws Refusal 400 for one that does with a second step only, which was switched off meanwhile; for a present one that was changed
 * meanwhile: of two at once, whoever hears that it is done has it.
 */
export async function changePassword(
  tx: Tx,
  nowMs: number,
  session: Session,
  { newPassword, password_hash, proven }: Admitted,
) {
  await lockedAsker(tx, askerOf(session), proven)
  ensureNotGuessed(newPassword, await knownOf(tx, session), 'newPassword')
  await replacePassword(tx, session.user_id, { password_hash, nowMs, keep: session })
  const { business_id, user_id } = session
  await noteActivity(tx, { business_id, user_id, act: 'password_changed', nowMs })
  await tellUser(tx, session, nowMs)
  return {}
}

const laneOf = ({ user_id }: Session) => ({ lane: `user ${user_id}`, isKnown: true })

/** Checks with the password that the signed-in user is still at the screen. @throws Refusal as `ensureAtScreen`. */
export async function ensurePassword(
  db: Db,
  nowMs: number,
  session: Session,
  password: string,
  field: string,
) {
  await ensureAtScreen(db, nowMs, askerOf(session), password, field)
}

/** Notifies the user, since somebody else may have used the open screen or the mailbox. */
async function tellUser(
  tx: Tx,
  { business_id, user_id }: { business_id: number; user_id: number },
  at: number,
) {
  const { email } = await sessionUser(tx, user_id)
  await queueAccountChanged(tx, { business_id, recipient: email, at })
}
