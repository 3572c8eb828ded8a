import type { AdminLogin } from '#domain/api/calls/admin.ts'
import { CODE_NEEDED } from '#domain/second-factor.ts'
import { entryOf, welcomeBack, type Visit } from '../accounts/door.ts'
import { tellNewDevice } from '../accounts/devices/new-device.ts'
import { ensureSecondStep, type Steps } from '../accounts/second-factor.ts'
import { holderFacts } from '../accounts/second-factor-queries.ts'
import { seenFrom } from '../accounts/devices/seen.ts'
import { INSTALLATION } from '../messages/digest-queries.ts'
import { NOBODYS_HASH, passwordMatches } from '../accounts/passwords.ts'
import { tryOnce } from '../limits/attempts.ts'
import type { Db } from '../database/db.ts'
import { Refusal } from '../http/refusal.ts'
import { newToken } from '../tokens.ts'
import { toldAdministrator } from './second-factor-routes.ts'
import { administratorOfEmail, openAdministratorSession, record, recordFailedLogin } from './queries.ts'

const SESSION_MS = 12 * 3_600_000

/** Counts wrong passwords only. */
const MOST = { fromOne: 5, fromAll: 20, ofNetwork: 30, ofStrangers: 300 }

/**
 * Signs an administrator in for 12 hours. An unknown e-mail and a wrong password get the same answer after
 * the same time.
 * @throws Refusal 401 for a wrong e-mail or password, 429 after too many failures, 503 when too many wait.
 */
export async function administratorLogin(
  db: Db,
  nowMs: number,
  steps: Steps,
  { email, password, code, passkey, timezone }: Omit<AdminLogin, 'proof_of_work'>,
  visit: Visit,
) {
  const name = email.toLowerCase()
  const { guess, lane, isKnownDevice } = await entryOf(db, nowMs, 'admin', name, visit, MOST)
  const found = await tryOnce(db, nowMs, guess, async () => {
    const administrator = await administratorOfEmail(db, email)
    const isRight = await passwordMatches(password, administrator?.password_hash ?? NOBODYS_HASH, lane)
    if (!administrator || !isRight) {
      await recordFailedLogin(db, administrator?.id ?? null, nowMs)
      return undefined
    }
    const told = toldAdministrator(administrator.id, nowMs)
    const holder = { table: 'administrators', id: administrator.id } as const
    const has_second_factor = await ensureSecondStep(db, nowMs, {
      ...steps,
      holder,
      code,
      passkey,
      told,
    }).catch(async (error) => {
      if (code) await recordFailedLogin(db, administrator.id, nowMs)
      throw error
    })
    return { ...administrator, has_second_factor }
  })
  if (!found) throw new Refusal(401, 'El email o la contraseña no son correctos')
  return openFor(db, nowMs, found, { ...visit, isKnownDevice, timezone })
}

interface Entered {
  id: number
  email: string
  password_hash: string
  has_second_factor: boolean
}

/**
 * Opens a session for an administrator who has shown who they are.
 * @throws Refusal 401 when the second factor was switched on, or the password changed, in this moment.
 */
export async function openFor(
  db: Db,
  nowMs: number,
  { id, email, password_hash, has_second_factor }: Entered,
  {
    isKnownDevice,
    timezone,
    ...visit
  }: Omit<Visit, 'proof'> & { isKnownDevice: boolean; timezone: string | undefined },
) {
  const { token, hash } = newToken(id)
  const from = seenFrom(visit.request, timezone)
  const isOpen = await db.transaction().execute(async (tx) => {
    const expiresMs = nowMs + SESSION_MS
    const proven = { administrator_id: id, password_hash, has_second_factor }
    const session = { token_hash: hash, ...proven, from, nowMs, expiresMs }
    if (!(await openAdministratorSession(tx, session))) return false
    const holder = { table: 'administrators', id } as const
    const mail = { business_id: INSTALLATION, recipient: email, from, nowMs }
    if (!isKnownDevice) await tellNewDevice(tx, { holder, ...mail })
    await record(tx, { administrator_id: id, act: 'login', nowMs })
    return true
  })
  if (!isOpen && (await holderFacts(db, { table: 'administrators', id })).password_hash !== password_hash)
    throw new Refusal(401, 'El email o la contraseña no son correctos')
  if (!isOpen) throw new Refusal(401, CODE_NEEDED, { fields: { code: CODE_NEEDED }, needs_code: true })
  await welcomeBack(db, nowMs, 'admin', email.toLowerCase(), visit)
  return { token, user: { id, email } }
}
