import { sql, type Insertable, type Updateable } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import { instant, type Db, type Tx } from '../db.ts'
import type { Tables } from '../tables.ts'

const columns = [
  ...(['id', 'business_id', 'service_name', 'description', 'duration_minutes', 'price'] as const),
  ...(['image_url', 'is_active', 'position'] as const),
] as const

const live = (db: Db | Tx, owner: BusinessId) =>
  db.selectFrom('services').select(columns).where('business_id', '=', owner).where('deleted_at', 'is', null)

/** All that are not deleted, in the owner's order. */
export function ownServices(db: Db, owner: BusinessId) {
  return live(db, owner).orderBy('position').orderBy('id').execute()
}

export type OwnService = Awaited<ReturnType<typeof ownServices>>[number]

export function ownService(db: Db | Tx, owner: BusinessId, id: number) {
  return live(db, owner).where('id', '=', id).executeTakeFirst()
}

/** The service, which nobody else changes until the transaction ends. */
export function lockedService(tx: Tx, owner: BusinessId, id: number) {
  return live(tx, owner).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export type ServiceFields = Omit<Insertable<Tables['services']>, 'business_id' | 'id' | 'position'>

/** Adds one at the end of the list. */
export function insertService(tx: Tx, owner: BusinessId, service: ServiceFields) {
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
): Promise<OwnService | undefined> {
  return tx
    .updateTable('services')
    .set(changes)
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
}

/** Leaves all lists; appointments keep what they copied. False when there is no such service. */
export async function deleteService(db: Db, owner: BusinessId, id: number, nowMs: number): Promise<boolean> {
  const deleted = await db
    .updateTable('services')
    .set({ deleted_at: new Date(nowMs).toISOString() })
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Scheduled appointments of a service from now on. */
export async function futureAppointments(db: Db, owner: BusinessId, service_id: number, nowMs: number) {
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

/** How many of `ids` are the business's services, deleted ones too. */
export async function countOwn(db: Db | Tx, owner: BusinessId, ids: number[]): Promise<number> {
  const row = await db
    .selectFrom('services')
    .select(sql<number>`count(*)`.as('n'))
    .where('business_id', '=', owner)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  return row.n
}

/** Puts `ids` first, in their order; the others follow in the order they had. */
export async function arrangeServices(tx: Tx, owner: BusinessId, ids: number[]) {
  await sql`
    update services s set position = arranged.position
    from (
      select id, row_number() over (order by array_position(${ids}::bigint[], id), position, id) - 1 as position
      from services where business_id = ${owner} and deleted_at is null
    ) arranged
    where s.business_id = ${owner} and s.id = arranged.id and s.position <> arranged.position`.execute(tx)
}
