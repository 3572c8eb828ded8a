import type { Db, Tx } from '../db.ts'
import { insertSession } from './queries.ts'
import { newToken } from '../tokens.ts'

const HOUR = 3_600_000
const SESSION_HOURS = 12
const REMEMBERED_DAYS = 30

/** A new session of a business whose password was just shown; undefined when it was changed meanwhile. */
export async function openSession(
  db: Db | Tx,
  business_id: number,
  { password_hash, remember, nowMs }: { password_hash: string; remember: boolean; nowMs: number },
): Promise<string | undefined> {
  const { token, ...key } = newToken(business_id)
  const expiresMs = nowMs + (remember ? REMEMBERED_DAYS * 24 : SESSION_HOURS) * HOUR
  return (await insertSession(db, key, { password_hash, nowMs, expiresMs })) ? token : undefined
}
