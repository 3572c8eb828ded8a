import type { Db, Tx } from '../database/db.ts'
import { endOldest, insertSession, type Member } from './queries.ts'
import { newToken } from '../tokens.ts'
import type { SeenFrom } from './devices/seen.ts'

const HOUR = 3_600_000
const SESSION_HOURS = 12
const REMEMBERED_DAYS = 30

/** Nobody has so many browsers: those used longest ago end when there are more. */
const MOST_SESSIONS = 100
/** Of those, how many one log-in makes by switching: whoever has a stolen session puts nobody else out by it. */
const MOST_SWITCHED = 20

/** Opens a session for a member; undefined when the password was changed meanwhile. */
export const openSession = (
  db: Db | Tx,
  member: Member,
  { remember, nowMs, from }: { remember: boolean; nowMs: number; from: SeenFrom },
): Promise<string | undefined> =>
  insertNew(db, member, {
    nowMs,
    from,
    expiresMs: nowMs + (remember ? REMEMBERED_DAYS * 24 : SESSION_HOURS) * HOUR,
  })

/** The session that a switch leads away from. */
interface Present {
  created_at: number
  expires_at: number
  origin: Buffer
  token_hash: Buffer
}

/** Opens a session in place of another one, as old as that one: no switch makes a session last longer. */
export const continueSession = (
  db: Db | Tx,
  member: Member,
  { created_at, expires_at, ...present }: Present,
  { nowMs, from }: { nowMs: number; from: SeenFrom },
): Promise<string | undefined> =>
  insertNew(db, member, { nowMs, from, openedMs: created_at, expiresMs: expires_at }, present)

async function insertNew(
  db: Db | Tx,
  member: Member,
  how: Omit<Parameters<typeof insertSession>[2], 'token_hash' | 'origin'>,
  present?: Pick<Present, 'origin' | 'token_hash'>,
): Promise<string | undefined> {
  const { token, hash: token_hash } = newToken(member.business_id)
  if (!(await insertSession(db, member, { ...how, token_hash, origin: present?.origin }))) return undefined
  if (present) {
    const of = { origin: present.origin, kept: [present.token_hash, token_hash] }
    await endOldest(db, member, MOST_SWITCHED, of)
  }
  await endOldest(db, member, MOST_SESSIONS)
  return token
}

const DAY = 24 * HOUR
const SLIDE_AFTER = DAY
/** A stolen token must end some day, however often it is used. */
const OLDEST = 365 * DAY

/**
 * When a remembered session that is in use ends from now on: it goes on for thirty days after its last use.
 * Undefined when it keeps its end; it is moved once a day at most.
 */
export function slidEnd(session: { created_at: number; expires_at: number }, nowMs: number) {
  const isRemembered = session.expires_at - session.created_at > SESSION_HOURS * HOUR
  const end = Math.min(nowMs + REMEMBERED_DAYS * DAY, session.created_at + OLDEST)
  return isRemembered && end - session.expires_at >= SLIDE_AFTER ? end : undefined
}
