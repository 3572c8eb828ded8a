import { sql } from 'kysely'
import type { BusinessId } from '../../accounts/owner.ts'
import { instant, type Db, type Tx } from '../../database/db.ts'

export interface Wanted {
  n: number
  professional_id: number
  /** A tstzmultirange as text. */
  occupied: string
  key: string
}
export interface InTheWay {
  n: number
  appointment_id: number
  starts_at: number
  client_name: string
  client_phone: string
  client_email: string | null
  /** A time that is kept for somebody whose appointment is not made yet. */
  is_hold: boolean
  card_id: number | null
}

/** The appointments and holds that take the time of rows, at most three of each row. */
export async function inTheWay(
  db: Db | Tx,
  owner: BusinessId,
  rows: Wanted[],
  nowMs: number,
): Promise<InTheWay[]> {
  if (rows.length === 0) return []
  // By the index of 0083, which ends at sixteen hours: no appointment takes longer.
  const { rows: found } = await sql<InTheWay>`
    select r.n, a.id as appointment_id, (extract(epoch from a.starts_at) * 1000)::bigint as starts_at, a.client_name,
      a.client_phone, a.client_email, a.is_hold, a.card_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (n integer, professional_id bigint, occupied text)
    cross join lateral (select r.occupied::tstzmultirange as taken) wanted
    cross join lateral (
      select a.id, a.starts_at, a.client_name, a.client_phone, a.client_email, a.hold_kind is not null as is_hold, a.card_id
      from appointments a
      where a.business_id = ${owner} and a.professional_id = r.professional_id and a.status <> 'cancelled'
        and lower(a.occupied) < upper(wanted.taken) and lower(a.occupied) > lower(wanted.taken) - interval '17 hours'
        and a.occupied && wanted.taken and (a.hold_expires_at is null or a.hold_expires_at > ${instant(nowMs)})
      order by a.starts_at limit 3) a`.execute(db)
  return found.map((each) => ({ ...each, starts_at: Number(each.starts_at) }))
}

/** Which of these rows were imported before, whatever became of the appointment. */
export async function importedBefore(
  db: Db | Tx,
  owner: BusinessId,
  keys: string[],
): Promise<Map<string, { id: number; card_id: number | null }>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('appointments')
    .select(['id', 'card_id', 'idempotency_key'])
    .where('business_id', '=', owner)
    .where('idempotency_key', 'is not', null)
    .where(sql<boolean>`idempotency_key = any(${keys}::text[])`)
    .execute()
  return new Map(rows.map(({ idempotency_key, ...row }) => [idempotency_key!, row]))
}
