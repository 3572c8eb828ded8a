import { MOST_CATEGORIES } from '#domain/options.ts'
import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import { instant, type Tx } from '../database/db.ts'
import { Refusal } from '../http/refusal.ts'

const NAMES = { services: 'servicios', professionals: 'profesionales' }

/** Of each that a business may have, so many within a day: what is deleted is kept for a day at least. */
const TIMES_A_DAY = 5
const DAY_MS = 24 * 3_600_000

/**
 * Makes sure that one more fits. Additions of a business are counted one after the other: the lock lasts as
 * long as the transaction, so of two at once at the last place one is refused.
 * @throws Refusal 409 when the business has as many as it may, 429 when it had many more that it deleted within a day.
 */
export async function ensureRoom(
  tx: Tx,
  owner: BusinessId,
  what: 'services' | 'professionals',
  nowMs: number,
) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${what} of ${owner}`}, 3))`.execute(tx)
  const { rows } = await sql<{ count: number; deleted: number; max: number }>`
    select (select count(*) from ${sql.table(what)} where business_id = b.id and deleted_at is null) as count,
      (select count(*) from ${sql.table(what)}
        where business_id = b.id and deleted_at > ${instant(nowMs - DAY_MS)}::timestamptz) as deleted,
      ${sql.ref(`max_${what}`)} as max
    from businesses b where b.id = ${owner}`.execute(tx)
  const { count, deleted, max } = rows[0]!
  if (count >= max)
    throw new Refusal(
      409,
      `Tu negocio ya tiene ${count} ${NAMES[what]}, el máximo. Elimina los que no uses o escríbenos para ampliarlo.`,
    )
  if (count + deleted >= TIMES_A_DAY * max)
    throw new Refusal(429, `Tu negocio eliminó ${deleted} ${NAMES[what]} en un día. Agrega más mañana.`, {
      retryAfter: 3600,
    })
}

/** The same for a category of services, of which every business may have as many. @throws Refusal 409. */
export async function ensureRoomForCategory(tx: Tx, owner: BusinessId) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`categories of ${owner}`}, 3))`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from service_categories where business_id = ${owner}`.execute(tx)
  if (rows[0]!.count >= MOST_CATEGORIES)
    throw new Refusal(409, `Puedes tener hasta ${MOST_CATEGORIES} categorías. Elimina las que no uses.`)
}
