import { keysOf } from '#domain/api/answer.ts'
import { service, type Service } from '#domain/api/service.ts'
import type { ProfessionalTerms } from '#domain/options.ts'
import { sql, type Insertable, type Updateable } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import { instant, type Db, type Tx } from '../database/db.ts'
import type { Tables } from '../database/tables.ts'
import { byProfessional } from './queries.ts'

const columns = keysOf(service.omit({ by_professional: true }))

const live = (db: Db | Tx, owner: BusinessId) =>
  db
    .selectFrom('services')
    .select(columns)
    .select(byProfessional.as('by_professional'))
    .where('business_id', '=', owner)
    .where('deleted_at', 'is', null)

/** All services that are not deleted, in the owner's order. */
export function ownServices(db: Db, owner: BusinessId): Promise<Service[]> {
  return live(db, owner).orderBy('position').orderBy('id').execute()
}

export function ownService(db: Db | Tx, owner: BusinessId, id: number) {
  return live(db, owner).where('id', '=', id).executeTakeFirst()
}

/** The service, locked until the transaction ends. */
export async function lockedService(tx: Tx, owner: BusinessId, id: number) {
  // Read once it is locked: the statement that waited sees the row as it is now, but other tables as they were.
  await tx
    .selectFrom('services')
    .select('id')
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute()
  return ownService(tx, owner, id)
}

/** Adds a service at the end of the list, and returns its id. */
export async function insertService(
  tx: Tx,
  owner: BusinessId,
  service: Omit<Insertable<Tables['services']>, 'business_id'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('services')
    .values({
      ...service,
      business_id: owner,
      position: sql`(select coalesce(max(position) + 1, 0) from services where business_id = ${owner})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * @param isOther what single professionals cost and take has changed too.
 * @returns the new version; undefined when there is no such service.
 */
export async function updateService(
  tx: Tx,
  owner: BusinessId,
  id: number,
  changes: Updateable<Tables['services']>,
  { isOther = false }: { isOther?: boolean } = {},
): Promise<number | undefined> {
  const row = await tx
    .updateTable('services')
    .set((row) => ({ ...changes, ...(isOther && { terms_version: row('terms_version', '+', 1) }) }))
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('version')
    .executeTakeFirst()
  return row?.version
}

/** Says anew what the service costs and takes with single professionals. */
export async function setProfessionalTerms(
  tx: Tx,
  owner: BusinessId,
  service_id: number,
  list: ProfessionalTerms[],
) {
  await tx
    .deleteFrom('professional_services')
    .where('business_id', '=', owner)
    .where('service_id', '=', service_id)
    .execute()
  if (list.length === 0) return
  const rows = list.map((terms) => ({ ...terms, business_id: owner, service_id }))
  await tx.insertInto('professional_services').values(rows).execute()
}

/** Those of `ids` that are the business's professionals, or were until they were deleted. */
export async function professionalsAmong(tx: Tx, owner: BusinessId, ids: number[]) {
  if (ids.length === 0) return []
  return tx
    .selectFrom('professionals')
    .select(['id', 'deleted_at'])
    .where('business_id', '=', owner)
    .where('id', 'in', ids)
    .execute()
}

/** Ids for new variants and add-ons, never given before. */
export async function newOptionIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval('service_options') as id from generate_series(1, ${count}::integer)`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Removes the service from all lists, with its picture; appointments keep their copies. False when there is no such service.
 */
export async function deleteService(tx: Tx, owner: BusinessId, id: number, nowMs: number): Promise<boolean> {
  const deleted = await tx
    .updateTable('services')
    .set({ deleted_at: new Date(nowMs).toISOString(), image_url: null })
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Upcoming scheduled appointments of a service or a professional. */
export async function futureAppointments(
  db: Db | Tx,
  owner: BusinessId,
  whose: { service_id: number } | { professional_id: number },
  nowMs: number,
): Promise<number> {
  const row = await db
    .selectFrom('appointments')
    .select(sql<number>`count(*)`.as('n'))
    .where('business_id', '=', owner)
    .where((row) => row.and(whose))
    .where('status', '=', 'scheduled')
    .where('starts_at', '>', instant(nowMs))
    .executeTakeFirstOrThrow()
  return row.n
}

/** How many of `ids` are the business's services, including deleted ones. */
export async function countOwn(db: Db | Tx, owner: BusinessId, ids: number[]): Promise<number> {
  if (ids.length === 0) return 0
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
