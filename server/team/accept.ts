import type { Acceptance } from '#domain/api/calls/team.ts'
import { isSameEmail } from '#domain/account.ts'
import { joinErrors } from '#domain/team.ts'
import {
  entryOf,
  knownAsMember,
  LOGIN_FAILURES,
  noteFailed,
  welcomeBack,
  type Visit,
} from '../accounts/door.ts'
import { tellNewDevice } from '../accounts/devices/new-device.ts'
import { hashPassword, NOBODYS_HASH, passwordMatches } from '../accounts/passwords.ts'
import { memberOfEmail, sessionBusiness } from '../accounts/queries.ts'
import { ensureSecondStep, type Steps } from '../accounts/second-factor.ts'
import { seenFrom, type SeenFrom } from '../accounts/devices/seen.ts'
import { openSession } from '../accounts/sessions.ts'
import { toldUser } from '../accounts/told.ts'
import { ensureNotGuessed } from '../accounts/weak.ts'
import { isFewToNote, noteActivity } from '../activity.ts'
import { tryOnce } from '../limits/attempts.ts'
import { sqlState, type Db, type Tx } from '../database/db.ts'
import { queueClaimed } from '../messages/team-mails.ts'
import { networkOf } from '../limits/network.ts'
import { invalid, Refusal } from '../http/refusal.ts'
import { tokenKey } from '../tokens.ts'
import { claimInvitation, invitationOfToken, spendInvitation, usedInvitation } from './invitation-queries.ts'
import { insertUser, isMember, join, userOfEmail } from './queries.ts'

const DAY = 24 * 3_600_000
const EXPIRED = 'El enlace no es válido o ya venció. Pide que te inviten otra vez.'
/** Also to who accepted it a moment ago and did not get the answer: they are in. */
const USED = 'Esta invitación ya se usó. Si fuiste tú, inicia sesión con tu correo y tu contraseña.'
const WRONG = 'El email o la contraseña no son correctos'
const ALREADY_IN = 'Ya eres de este equipo: inicia sesión'

const refused = (sentence: string) => new Refusal(400, sentence, { fields: { token: sentence } })
const expired = () => refused(EXPIRED)

/** The open invitation of a link. @throws Refusal 400, 429 after too many wrong ones of a network. */
export async function readInvitation(db: Db, nowMs: number, token: string, network: string) {
  const shared = [{ subject: `invitation tokens from ${network}`, max: 100, minutes: 15 }]
  const key = tokenKey(token)
  const found = await tryOnce(
    db,
    nowMs,
    { subjects: [], limits: [], shared },
    async () => key && invitationOfToken(db, key, nowMs),
  )
  if (!found) throw key && (await usedInvitation(db, key)) ? refused(USED) : expired()
  return found
}
type Open = Awaited<ReturnType<typeof readInvitation>>

/**
 * Accepts an invitation: with the password of an account, which is proven and never changed, or by making one of the
 * invited e-mail. Who signs in with another e-mail waits for the owner. Sent again because the answer got lost, it signs in.
 * @returns the session in the business; undefined while it has to be confirmed.
 * @throws Refusal 400, 401 for a wrong password, 409, 429.
 */
export async function accept(db: Db, nowMs: number, steps: Steps, input: Acceptance, visit: Visit) {
  try {
    return await acceptOpen(db, nowMs, steps, input, visit)
  } catch (error) {
    // The same person may have used it a moment ago, or at this moment.
    const isUsed = error instanceof Refusal && [400, 409].includes(error.status)
    const entered = isUsed && (await enterAgain(db, nowMs, steps, input, visit))
    if (entered) return entered
    throw error
  }
}

async function acceptOpen(db: Db, nowMs: number, steps: Steps, input: Acceptance, visit: Visit) {
  const open = await readInvitation(db, nowMs, input.token, networkOf(visit.request.ip))
  const email = input.email ?? open.email
  const user = await userOfEmail(db, email)
  const isInvited = isSameEmail(email, open.email)
  const how = { remember: input.remember ?? false, from: seenFrom(visit.request, input.timezone) }
  const name = email.toLowerCase()
  if (!user && isInvited) {
    const entered = await enterNew(db, nowMs, open, input, how)
    await welcomeBack(db, nowMs, 'login', await knownAsMember(db, email), visit)
    return entered
  }
  const { guess, lane, knownAs, isKnownDevice } = await entryOf(
    db,
    nowMs,
    'login',
    name,
    visit,
    LOGIN_FAILURES,
  )
  const isRight = await tryOnce(db, nowMs, guess, () =>
    passwordMatches(input.password, user?.password_hash ?? NOBODYS_HASH, lane),
  )
  if (!isRight || !user) {
    // Not waited for, as at the log-in.
    if (user) void noteFailed(db, nowMs, user).catch(() => {})
    throw new Refusal(401, WRONG)
  }
  // The business of the invitation is not theirs yet: a used recovery code is noted in one that is.
  const own = await memberOfEmail(db, user.email)
  const { business_id } = own ?? open
  const told = toldUser({ business_id, user_id: user.id, isMember: own !== undefined }, nowMs)
  const holder = { table: 'users', id: user.id } as const
  const { code, passkey } = input
  const has_second_factor = await ensureSecondStep(db, nowMs, { ...steps, holder, code, passkey, told })
  if (!isInvited) {
    // No owner could let them in: they are.
    if (await isMember(db, open.business_id, user.email)) throw new Refusal(409, ALREADY_IN)
    // Nobody is signed in, and told of it: a browser that waits to be let in is as unknown as it was.
    if (!(await claim(db, nowMs, open, user.id))) throw expired()
    return undefined
  }
  const person = { user_id: user.id, password_hash: user.password_hash, has_second_factor }
  const entered = await db.transaction().execute(async (tx) => {
    const entered = await enter(tx, nowMs, open, person, how)
    const { business_id } = open
    if (!isKnownDevice)
      await tellNewDevice(tx, { holder, business_id, recipient: user.email, from: how.from, nowMs })
    return entered
  })
  await welcomeBack(db, nowMs, 'login', knownAs, visit)
  return entered
}

/** Notes who waits to be let in, and tells an owner: of each once. @returns whether the invitation is open. */
const claim = (db: Db, nowMs: number, { business_id, id, email }: Open, user_id: number): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const recipient = await claimInvitation(tx, business_id, id, user_id)
    if (recipient === undefined) return false
    const isNew = await queueClaimed(tx, { business_id, id, user_id, recipient, at: nowMs })
    // Nobody did it whom the activity may name: they are of no team.
    if (isNew)
      await noteActivity(tx, { business_id, user_id: null, act: 'invitation_claimed', subject: email, nowMs })
    return true
  })

/** Signs in who became a member by this link within the last day, and knows the password. @returns undefined for anybody else. */
async function enterAgain(db: Db, nowMs: number, steps: Steps, input: Acceptance, visit: Visit) {
  const key = tokenKey(input.token)
  const used = key && (await usedInvitation(db, key, nowMs - DAY))
  const person = used && (await userOfEmail(db, input.email ?? used.email))
  if (!person || !(await isMember(db, used.business_id, person.email))) return undefined
  const { business_id } = used
  const name = person.email.toLowerCase()
  const { guess, lane, knownAs, isKnownDevice } = await entryOf(
    db,
    nowMs,
    'login',
    name,
    visit,
    LOGIN_FAILURES,
  )
  if (!(await tryOnce(db, nowMs, guess, () => passwordMatches(input.password, person.password_hash, lane)))) {
    void noteFailed(db, nowMs, person).catch(() => {})
    return undefined
  }
  const holder = { table: 'users', id: person.id } as const
  const told = toldUser({ business_id, user_id: person.id }, nowMs)
  const { code, passkey } = input
  const has_second_factor = await ensureSecondStep(db, nowMs, { ...steps, holder, code, passkey, told })
  const from = seenFrom(visit.request, input.timezone)
  const { password_hash } = person
  const noted = { business_id, user_id: person.id, act: 'login', subject: person.email, nowMs } as const
  const isNoted = await isFewToNote(db, noted)
  const entered = await db.transaction().execute(async (tx) => {
    const opened = { business_id, user_id: person.id, password_hash, has_second_factor }
    const token = await openSession(tx, opened, { remember: input.remember ?? false, from, nowMs })
    if (token === undefined) return undefined
    if (isNoted) await noteActivity(tx, noted)
    if (!isKnownDevice) await tellNewDevice(tx, { holder, business_id, recipient: person.email, from, nowMs })
    return { token, business_id }
  })
  if (entered) await welcomeBack(db, nowMs, 'login', knownAs, visit)
  return entered
}

const ACCOUNT_EXISTS = 'Ya existe una cuenta con este email'

/** Somebody without an account chooses a name and a password. */
async function enterNew(db: Db, nowMs: number, open: Open, input: Acceptance, how: How) {
  const errors = joinErrors(input)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const { business_name } = await sessionBusiness(db, open.business_id)
  ensureNotGuessed(input.password, { email: open.email, business_name })
  const password_hash = await hashPassword(input.password, { lane: how.from.network })
  return db
    .transaction()
    .execute(async (tx) => {
      const user_id = await insertUser(tx, { email: open.email, name: input.name!, password_hash }, nowMs)
      // Their account was made a moment ago: whoever made it knows its password.
      if (user_id === undefined) throw new Refusal(409, ACCOUNT_EXISTS)
      return enter(tx, nowMs, open, { user_id, password_hash, has_second_factor: false }, how)
    })
    .catch((error: unknown) => {
      // Somebody else signed in by it until a moment ago, and may have it back.
      throw sqlState(error) === '23505' ? new Refusal(409, ACCOUNT_EXISTS) : error
    })
}

interface How {
  remember: boolean
  from: SeenFrom
}

async function enter(
  tx: Tx,
  nowMs: number,
  { business_id, id }: Open,
  person: { user_id: number; password_hash: string; has_second_factor: boolean },
  how: How,
) {
  const used = await spendInvitation(tx, business_id, id, nowMs)
  if (!used) throw expired()
  const { role, professional_id } = used
  const { user_id } = person
  if (!(await join(tx, { business_id, user_id, role, professional_id }, nowMs)))
    throw new Refusal(409, ALREADY_IN)
  await noteActivity(tx, {
    business_id,
    user_id,
    act: 'member_joined',
    subject: used.email,
    detail: { role },
    nowMs,
  })
  const token = await openSession(tx, { business_id, ...person }, { ...how, nowMs })
  // The password was changed in this moment.
  if (token === undefined) throw new Refusal(401, WRONG)
  return { token, business_id }
}
