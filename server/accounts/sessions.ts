import type { Db, Tx } from '../db.ts'
import { insertSession, type Member } from './queries.ts'
import { newToken } from '../tokens.ts'

const HOUR = 3_600_000
const SESSION_HOURS = 12
const REMEMBERED_DAYS = 30

/** Opens a session for a member; undefined when the password was changed meanwhile. */
export async function openSession(
  db: Db | Tx,
  member: Member,
  { remember, nowMs }: { remember: boolean; nowMs: number },
): Promise<string | undefined> {
  const { token, hash: token_hash } = newToken(member.business_id)
  const expiresMs = nowMs + (remember ? REMEMBERED_DAYS * 24 : SESSION_HOURS) * HOUR
  return (await insertSession(db, member, { token_hash, nowMs, expiresMs })) ? token : undefined
}
