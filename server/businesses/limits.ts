import { MOST_CATEGORIES } from '#domain/options.ts'
import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import type { Tx } from '../db.ts'
import { Refusal } from '../refusal.ts'

const NAMES = { services: 'servicios', professionals: 'profesionales' }

/**
 * Makes sure that one more fits. Additions of a business are counted one after the other: the lock lasts as
 * long as the transaction, so of two at once at the last place one is refused.
 * @throws Refusal 409 when the business has as many as it may.
 */
export async function ensureRoom(tx: Tx, owner: BusinessId, what: 'services' | 'professionals') {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${what} of ${owner}`}, 3))`.execute(tx)
  const { rows } = await sql<{ count: number; max: number }>`
    select (select count(*) from ${sql.table(what)} where business_id = b.id and deleted_at is null) as count,
      ${sql.ref(`max_${what}`)} as max
    from businesses b where b.id = ${owner}`.execute(tx)
  const { count, max } = rows[0]!
  if (count >= max)
    throw new Refusal(
      409,
      `Tu negocio ya tiene ${count} ${NAMES[what]}, el máximo. Elimina los que no uses o escríbenos para ampliarlo.`,
    )
}

/** The same for a category of services, of which every business may have as many. @throws Refusal 409. */
export async function ensureRoomForCategory(tx: Tx, owner: BusinessId) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`categories of ${owner}`}, 3))`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from service_categories where business_id = ${owner}`.execute(tx)
  if (rows[0]!.count >= MOST_CATEGORIES)
    throw new Refusal(409, `Puedes tener hasta ${MOST_CATEGORIES} categorías. Elimina las que no uses.`)
}
