import { keysOf } from '#domain/api/answer.ts'
import { service, type Service, type ServiceInput } from '#domain/api/service.ts'
import { sql, type Updateable } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import { instant, type Db, type Tx } from '../db.ts'
import type { Tables } from '../tables.ts'

const columns = keysOf(service)

const live = (db: Db | Tx, owner: BusinessId) =>
  db.selectFrom('services').select(columns).where('business_id', '=', owner).where('deleted_at', 'is', null)

/** All services that are not deleted, in the owner's order. */
export function ownServices(db: Db, owner: BusinessId): Promise<Service[]> {
  return live(db, owner).orderBy('position').orderBy('id').execute()
}

export function ownService(db: Db | Tx, owner: BusinessId, id: number) {
  return live(db, owner).where('id', '=', id).executeTakeFirst()
}

/** The service, locked until the transaction ends. */
export function lockedService(tx: Tx, owner: BusinessId, id: number) {
  return live(tx, owner).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Adds a service at the end of the list. */
export function insertService(tx: Tx, owner: BusinessId, service: ServiceInput) {
  return tx
    .insertInto('services')
    .values({
      ...service,
      business_id: owner,
      position: sql`(select coalesce(max(position) + 1, 0) from services where business_id = ${owner})`,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function updateService(
  tx: Tx,
  owner: BusinessId,
  id: number,
  changes: Updateable<Tables['services']>,
): Promise<Service | undefined> {
  return tx
    .updateTable('services')
    .set(changes)
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
}

/**
 * Removes the service from all lists; appointments keep their copies. False when there is no such service.
 */
export async function deleteService(tx: Tx, owner: BusinessId, id: number, nowMs: number): Promise<boolean> {
  const deleted = await tx
    .updateTable('services')
    .set({ deleted_at: new Date(nowMs).toISOString() })
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Upcoming scheduled appointments of a service. */
export async function futureAppointments(
  db: Db | Tx,
  owner: BusinessId,
  service_id: number,
  nowMs: number,
): Promise<number> {
  const row = await db
    .selectFrom('appointments')
    .select(sql<number>`count(*)`.as('n'))
    .where('business_id', '=', owner)
    .where('service_id', '=', service_id)
    .where('status', '=', 'scheduled')
    .where('starts_at', '>', instant(nowMs))
    .executeTakeFirstOrThrow()
  return row.n
}

/** How many of `ids` are the business's services, including deleted ones. */
export async function countOwn(db: Db | Tx, owner: BusinessId, ids: number[]): Promise<number> {
  const row = await db
    .selectFrom('services')
    .select(sql<number>`count(*)`.as('n'))
    .where('business_id', '=', owner)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  return row.n
}

/** Puts `ids` first, in their order; the others follow in their previous order. */
export async function arrangeServices(tx: Tx, owner: BusinessId, ids: number[]) {
  await sql`
    update services s set position = arranged.position
    from (
      select id, row_number() over (order by array_position(${ids}::bigint[], id), position, id) - 1 as position
      from services where business_id = ${owner} and deleted_at is null
    ) arranged
    where s.business_id = ${owner} and s.id = arranged.id and s.position <> arranged.position`.execute(tx)
}
