import { sql } from 'kysely'
import { instant, type Db } from '../database/db.ts'

const HOUR = 3_600_000
const KEEP_MS = 30 * 24 * HOUR
const BATCH = 5000

type Last = { created_at: string; business_id: number; token_hash: Buffer; count: number }

/**
 * Removes the links of client's mails that are older than 30 days and open nothing any more, since their client's last appointment in the
 * business ended a day ago (`clientOfToken`): each mail writes one. Those that still open something are passed, in order of age.
 */
export async function forgetLinks(
  db: Db,
  nowMs: number,
  { batch = BATCH, signal }: { batch?: number; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  let last: Last | undefined
  do {
    const after = last
      ? sql`(created_at, business_id, token_hash) > (${last.created_at}::timestamptz, ${last.business_id}, ${last.token_hash})`
      : sql`true`
    // Looked up one by one: as a join, PostgreSQL may read all appointments for it.
    const { rows } = await sql<Last>`
      with old as materialized (
        select business_id, token_hash, client_email, created_at from portal_tokens
        where created_at < ${instant(nowMs - KEEP_MS)}::timestamptz and ${after}
        order by created_at, business_id, token_hash limit ${batch}),
      gone as (
        delete from portal_tokens t using old
        where t.business_id = old.business_id and t.token_hash = old.token_hash and (
          select true from appointments a
          where a.business_id = old.business_id and lower(a.client_email) = lower(old.client_email)
            and a.ends_at > ${instant(nowMs - 24 * HOUR)}::timestamptz
          limit 1) is null)
      select old.created_at::text, business_id, token_hash, (select count(*)::int from old) as count
      from old order by old.created_at desc, business_id desc, token_hash desc limit 1`.execute(db)
    last = rows[0]
  } while (last?.count === batch && !signal?.aborted)
}
