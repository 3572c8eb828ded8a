import { randomBytes, createHash } from 'node:crypto'
import {
  ALREADY_ON,
  APP_NEEDED,
  CODE_FORM,
  CODE_NEEDED,
  CODE_USED,
  CODE_WRONG,
  NOT_ON,
  readCode,
  RECOVERY_CODES,
  RECOVERY_WRONG,
  recoveryCode,
  SETUP_GONE,
  SETUP_MINUTES,
} from '#domain/second-factor.ts'
import { takeEach, giveBack } from '../limits/allowances.ts'
import { spend } from '../limits/attempts.ts'
import type { Db, Tx } from '../database/db.ts'
import { invalid, Refusal } from '../http/refusal.ts'
import type { Secrets } from '../secrets.ts'
import { ensureAtScreen, lockedAsker, type Asker } from './devices/asker.ts'
import { checkedHolder, questionFor } from './passkeys/check.ts'
import type { Party } from './passkeys/party.ts'
import {
  endOtherSessions,
  holderFacts,
  originOf,
  putSetup,
  recoveryLeft,
  replaceRecovery,
  setupOf,
  switchOff,
  switchOn,
  spendRecovery,
  spendStep,
  type Holder,
} from './second-factor-queries.ts'
import { base32, stepOfCode, totpUri } from './totp.ts'

/** What stays beside a change: the note of who did it, and the mail that tells it. */
export type Told = (
  tx: Tx,
  change:
    | 'second_factor_on'
    | 'second_factor_off'
    | 'recovery_codes_made'
    | 'recovery_code_used'
    | 'passkey_added'
    | 'passkey_removed',
  detail?: { left: number },
) => Promise<void>

/** A request to change how somebody signs in; the session that asks goes on. */
export interface Change extends Asker {
  told: Told
}

export interface Proof {
  currentPassword: string
  code: string
}

const nameOf = ({ table, id }: Holder) => `${table} ${id}`
const sealedOf = (holder: Holder) => `totp of ${nameOf(holder)}`
const hashOf = (code: string) => createHash('sha256').update(code).digest()

const TOO_MANY = 'Demasiados códigos equivocados. Espera un rato e intenta de nuevo.'

/**
 * Of a million codes three are right at a time: no work opens a further try, unlike that of a password. Whoever has
 * the password only gets here; a recovery code has limits of its own, so that they keep nobody out.
 */
const LIMITS = {
  app: (holder: Holder) => [
    { subject: `code of ${nameOf(holder)}`, max: 10, minutes: 15 },
    { subject: `code of ${nameOf(holder)} in a day`, max: 50, minutes: 24 * 60 },
  ],
  recovery: (holder: Holder) => [{ subject: `recovery of ${nameOf(holder)}`, max: 10, minutes: 15 }],
}

export async function secondFactorState(db: Db, holder: Holder) {
  const [{ email, since }, left] = await Promise.all([holderFacts(db, holder), recoveryLeft(db, holder)])
  return { email, is_on: since !== null, since, recovery_left: left }
}

/** What second steps are checked with. */
export interface Steps {
  secrets: Secrets
  /** Undefined where there are no passkeys. */
  party: Party | undefined
}

interface Step extends Steps {
  holder: Holder
  code: string | undefined
  /** A passkey's answer to the question of the refusal before. */
  passkey?: unknown
  told: Told
}

/**
 * Checks the second step of a log-in, after the password; without a second factor there is none. A passkey does in place
 * of a code.
 * @returns whether the holder has one.
 * @throws Refusal 401 with `needs_code` for a missing or wrong code, and the question to passkeys, if there are any; 429
 * after ten of them.
 */
export async function ensureSecondStep(
  db: Db,
  nowMs: number,
  { holder, code, passkey, secrets, party, told }: Step,
): Promise<boolean> {
  const { secret } = await holderFacts(db, holder)
  if (!secret) return false
  if (passkey && party) {
    await spend(db, nowMs, [{ subject: `passkey step of ${nameOf(holder)}`, max: 60, minutes: 15 }])
    await checkedHolder(db, nowMs, party, { holder }, passkey)
    return true
  }
  const asked = (sentence: string, more = {}) =>
    new Refusal(401, sentence, { fields: { code: sentence }, needs_code: true, ...more })
  if (!code) {
    const question = party && (await questionFor(db, nowMs, party, { holder }))
    throw asked(CODE_NEEDED, question && { passkey: question })
  }
  const typed = readCode(code)
  if (!typed) throw asked(CODE_FORM)
  const problem = await guarded(db, nowMs, LIMITS[typed.kind](holder), async () =>
    typed.kind === 'app'
      ? appProblem(db, nowMs, holder, secrets.open(sealedOf(holder), secret), typed.code)
      : db.transaction().execute(async (tx) => {
          if (!(await spendRecovery(tx, holder, hashOf(typed.code), nowMs))) return RECOVERY_WRONG
          await told(tx, 'recovery_code_used', { left: await recoveryLeft(tx, holder) })
          return undefined
        }),
  )
  if (problem) throw asked(problem)
  return true
}

/** Counts a try before it is made, so that a burst over several processes has no more; what is right is given back. */
async function guarded(
  db: Db,
  nowMs: number,
  limits: ReturnType<(typeof LIMITS)['app']>,
  work: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const [refused] = await takeEach(db, nowMs, [limits])
  if (refused) throw new Refusal(429, TOO_MANY, { retryAfter: (refused.until - nowMs) / 1000 })
  const problem = await work()
  if (problem === undefined) await giveBack(db, [limits])
  return problem
}

/** What is wrong with a code of the app; a right one is used up. */
async function appProblem(db: Db | Tx, nowMs: number, holder: Holder, secret: Buffer, code: string) {
  const step = stepOfCode(secret, code, nowMs)
  if (step === undefined) return CODE_WRONG
  return (await spendStep(db, holder, step)) ? undefined : CODE_USED
}

/**
 * Makes a secret and recovery codes, which count once a code of the app was right. What was made before ends.
 * @throws Refusal 409 when it is on, 429.
 */
export async function setUp(db: Db, nowMs: number, { holder, keep }: Asker, secrets: Secrets) {
  const origin = await originOf(db, holder, keep)
  // By session: whoever has a stolen one keeps nobody from switching it on.
  const subject = `setups of ${nameOf(holder)} in ${origin.toString('hex')}`
  await spend(db, nowMs, [{ subject, max: 30, minutes: 60 }])
  const { email, secret: present } = await holderFacts(db, holder)
  if (present) throw new Refusal(409, ALREADY_ON)
  const secret = randomBytes(20)
  const { codes, hashes } = newCodes()
  const sealed = await secrets.seal(db, sealedOf(holder), secret)
  await putSetup(db, holder, { secret: sealed, recovery_hashes: hashes }, nowMs)
  const text = base32(secret)
  return { secret: text, uri: totpUri(text, email), recovery_codes: codes }
}

function newCodes() {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(randomBytes(10)))
  return { codes, hashes: codes.map((code) => hashOf(code.replaceAll('-', ''))) }
}

/**
 * Switches it on with the password and a first code; every other session ends. Repeated, because the answer was lost,
 * with that code or a later one of the same app, it changes nothing.
 * @throws Refusal 400 at the field that is wrong, 409 for a setup that is over, 429.
 */
export async function enable(db: Db, nowMs: number, secrets: Secrets, change: Change, proof: Proof) {
  const { holder, keep, told } = change
  const proven = await ensureAtScreen(db, nowMs, change, proof.currentPassword)
  const code = appCode(proof.code)
  const problem = await guarded(db, nowMs, LIMITS.app(holder), () =>
    db.transaction().execute(async (tx) => {
      const present = await lockedAsker(tx, change, proven)
      if (present.secret) {
        const step = stepOfCode(secrets.open(sealedOf(holder), present.secret), code, nowMs)
        const isRepeated =
          step === present.step || (step !== undefined && (await spendStep(tx, holder, step)))
        if (isRepeated) return undefined
        throw new Refusal(409, ALREADY_ON)
      }
      const setup = await setupOf(tx, holder, nowMs - SETUP_MINUTES * 60_000)
      if (!setup) throw new Refusal(409, SETUP_GONE)
      const step = stepOfCode(secrets.open(sealedOf(holder), setup.secret), code, nowMs)
      if (step === undefined) return CODE_WRONG
      await switchOn(tx, holder, { ...setup, step, nowMs })
      await endOtherSessions(tx, holder, keep)
      await told(tx, 'second_factor_on')
      return undefined
    }),
  )
  if (problem) throw invalid({ code: problem })
}

/**
 * Switches it off, with the password and a code of the app or of recovery. Repeated, it changes nothing. `ensureAlone` refuses a
 * password that does with a second step only.
 * @throws Refusal 400 at the field that is wrong, 429.
 */
export async function disable(
  db: Db,
  nowMs: number,
  secrets: Secrets,
  change: Change & { ensureAlone?: (password: string) => Promise<void> },
  proof: Proof,
) {
  const { holder, told, ensureAlone } = change
  const proven = await ensureAtScreen(db, nowMs, change, proof.currentPassword)
  await ensureAlone?.(proof.currentPassword)
  const typed = readCode(proof.code)!
  const problem = await guarded(db, nowMs, LIMITS[typed.kind](holder), () =>
    db.transaction().execute(async (tx) => {
      const { secret } = await lockedAsker(tx, change, proven)
      if (!secret) return undefined
      const wrong =
        typed.kind === 'app'
          ? await appProblem(tx, nowMs, holder, secrets.open(sealedOf(holder), secret), typed.code)
          : (await spendRecovery(tx, holder, hashOf(typed.code), nowMs))
            ? undefined
            : RECOVERY_WRONG
      if (wrong) return wrong
      await switchOff(tx, holder)
      await told(tx, 'second_factor_off')
      return undefined
    }),
  )
  if (problem) throw invalid({ code: problem })
}

/**
 * Makes ten recovery codes in place of those of before, with the password and a code of the app.
 * @throws Refusal 400 at the field that is wrong, 409 when it is off, 429.
 */
export async function renewRecovery(db: Db, nowMs: number, secrets: Secrets, change: Change, proof: Proof) {
  const { holder, told } = change
  const proven = await ensureAtScreen(db, nowMs, change, proof.currentPassword)
  const code = appCode(proof.code)
  const { codes, hashes } = newCodes()
  const problem = await guarded(db, nowMs, LIMITS.app(holder), () =>
    db.transaction().execute(async (tx) => {
      const { secret } = await lockedAsker(tx, change, proven)
      if (!secret) throw new Refusal(409, NOT_ON)
      const wrong = await appProblem(tx, nowMs, holder, secrets.open(sealedOf(holder), secret), code)
      if (wrong) return wrong
      await replaceRecovery(tx, holder, hashes)
      await told(tx, 'recovery_codes_made')
      return undefined
    }),
  )
  if (problem) throw invalid({ code: problem })
  return codes
}

function appCode(code: string): string {
  const typed = readCode(code)!
  if (typed.kind === 'recovery') throw invalid({ code: APP_NEEDED })
  return typed.code
}
