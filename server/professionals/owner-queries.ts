import { sql, type Insertable, type Updateable } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import { instant, type Db, type Tx } from '../db.ts'
import type { Tables } from '../tables.ts'

const columns = [
  ...(['p.id', 'p.business_id', 'p.professional_name', 'p.avatar_url', 'p.specialties'] as const),
  ...(['p.phone', 'p.email', 'p.bio', 'p.is_active'] as const),
] as const

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

/** All that are not deleted. */
export function ownProfessionals(db: Db, owner: BusinessId) {
  return live(db, owner).orderBy('p.id').execute()
}

export type OwnProfessional = Awaited<ReturnType<typeof ownProfessionals>>[number]

export function ownProfessional(db: Db | Tx, owner: BusinessId, id: number) {
  return live(db, owner).where('p.id', '=', id).executeTakeFirst()
}

/** The professional, whom nobody else changes until the transaction ends. */
export function lockedProfessional(tx: Tx, owner: BusinessId, id: number) {
  return live(tx, owner).where('p.id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export type ProfessionalFields = Omit<Insertable<Tables['professionals']>, 'business_id' | 'id'>

export async function insertProfessional(
  tx: Tx,
  owner: BusinessId,
  professional: ProfessionalFields,
): Promise<number> {
  const { id } = await tx
    .insertInto('professionals')
    .values({ ...professional, business_id: owner })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False when there is no such professional. */
export async function updateProfessional(
  tx: Tx,
  owner: BusinessId,
  id: number,
  changes: Updateable<Tables['professionals']>,
): Promise<boolean> {
  const row = await tx
    .updateTable('professionals')
    .set(changes)
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Scheduled appointments of a professional from now on. */
export async function futureAppointments(db: Db, owner: BusinessId, professional_id: number, nowMs: number) {
  const row = await db
    .selectFrom('appointments')
    .select(sql<number>`count(*)`.as('n'))
    .where('business_id', '=', owner)
    .where('professional_id', '=', professional_id)
    .where('status', '=', 'scheduled')
    .where('starts_at', '>', instant(nowMs))
    .executeTakeFirstOrThrow()
  return row.n
}
