import { keysOf } from '#domain/api/answer.ts'
import { appointment } from '#domain/api/appointment.ts'
import { storedProfessional, type Professional, type ProfessionalInput } from '#domain/api/professional.ts'
import { MOST_CONFLICTS, type LeftOver } from '#domain/api/time-off.ts'
import { sql, type Updateable } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import { instant, type Db, type Tx } from '../database/db.ts'
import type { Tables } from '../database/tables.ts'

const columns = keysOf(storedProfessional).map((name) => `p.${name}` as const)

const live = (db: Db | Tx, owner: BusinessId) =>
  db
    .selectFrom('professionals as p')
    .select(columns)
    .select(
      sql<number>`(select count(*) from professional_hours h
        where h.business_id = p.business_id and h.professional_id = p.id)`.as('has_schedule'),
    )
    .where('p.business_id', '=', owner)
    .where('p.deleted_at', 'is', null)

/** All professionals that are not deleted. */
export function ownProfessionals(db: Db, owner: BusinessId): Promise<Professional[]> {
  return live(db, owner).orderBy('p.id').execute()
}

export function ownProfessional(db: Db | Tx, owner: BusinessId, id: number) {
  return live(db, owner).where('p.id', '=', id).executeTakeFirst()
}

/** The professional, locked until the transaction ends. */
export function lockedProfessional(tx: Tx, owner: BusinessId, id: number) {
  return live(tx, owner).where('p.id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export async function insertProfessional(
  tx: Tx,
  owner: BusinessId,
  professional: ProfessionalInput,
): Promise<number> {
  const { id } = await tx
    .insertInto('professionals')
    .values({ ...professional, business_id: owner })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns the new version; undefined when there is no such professional. */
export async function updateProfessional(
  tx: Tx,
  owner: BusinessId,
  id: number,
  changes: Updateable<Tables['professionals']>,
): Promise<number | undefined> {
  const row = await tx
    .updateTable('professionals')
    .set(changes)
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('version')
    .executeTakeFirst()
  return row?.version
}

/** Whom a change leaves without their time, as it is kept with the answer's key: it names nobody. */
export interface Left {
  /** Of the nearest. */
  ids: number[]
  total: number
}

export const leftOf = (rows: readonly { id: number }[]): Left => ({
  ids: rows.slice(0, MOST_CONFLICTS).map(({ id }) => id),
  total: rows.length,
})

/** Those of them that are ahead by now. */
export async function stillLeft(
  db: Db,
  owner: BusinessId,
  { ids = [], total = 0 }: Partial<Left>,
  nowMs: number,
): Promise<LeftOver> {
  const conflicts =
    ids.length === 0
      ? []
      : await ahead(db, owner, nowMs).select(keysOf(appointment)).where('id', 'in', ids).execute()
  return { conflicts, conflicts_total: total - ids.length + conflicts.length }
}

/** The appointments ahead of a professional, and times held for them. */
export async function aheadOf(
  tx: Tx,
  owner: BusinessId,
  professional_id: number,
  nowMs: number,
): Promise<Left> {
  const rows = ahead(tx, owner, nowMs).select('id').where('professional_id', '=', professional_id)
  return leftOf(await rows.execute())
}

const ahead = (db: Db | Tx, owner: BusinessId, nowMs: number) =>
  db
    .selectFrom('appointments')
    .where('business_id', '=', owner)
    .where('status', 'in', ['scheduled', 'held'])
    .where('starts_at', '>', instant(nowMs))
    .orderBy('starts_at')
    .orderBy('id')
