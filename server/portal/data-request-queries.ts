import type { DataRequestKind } from '#domain/data-request.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'

const ASKED = [
  ...(['id', 'business_id', 'kind', 'details', 'received_at', 'due_date', 'extended_reason'] as const),
  ...(['outcome', 'answer', 'answered_at'] as const),
]
const ASKED_OF = ASKED.map((name) => `r.${name}` as const)

/** Whether the appointment `a` is still whose it was when the request `r` was made by it, or is so again. */
export const isOfAsker = sql<boolean>`((a.given_away_at < r.received_at) is not false
  or coalesce(lower(a.client_email) = lower(r.client_email) and similar_names(a.client_name, r.client_name), false))`

/** What was asked by any of these appointments by whose they are, newest first. */
export async function requestsBy(db: Db, appointments: readonly { business_id: number; id: number }[]) {
  if (appointments.length === 0) return []
  return await db
    .selectFrom('data_requests as r')
    .innerJoin('appointments as a', (join) =>
      join.onRef('a.business_id', '=', 'r.business_id').onRef('a.id', '=', 'r.appointment_id'),
    )
    .select(ASKED_OF)
    .where(isOfAsker)
    .where(
      sql<boolean>`(r.business_id, r.appointment_id) in (
        select * from unnest(${appointments.map(({ business_id }) => business_id)}::bigint[],
          ${appointments.map(({ id }) => id)}::bigint[]))`,
    )
    .orderBy('r.received_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(50)
    .execute()
}

export const requestOf = (db: Db, { business_id, id }: { business_id: number; id: number }) =>
  db
    .selectFrom('data_requests')
    .select(ASKED)
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .executeTakeFirst()

export interface NewRequest {
  business_id: number
  appointment_id: number
  kind: DataRequestKind
  details: string
  client_name: string
  client_email: string | null
  due_date: string
  nowMs: number
}

/** Undefined when the same is asked already and not answered. */
export async function insertRequest(tx: Tx, { nowMs, ...request }: NewRequest) {
  const row = await tx
    .insertInto('data_requests')
    .values({ ...request, received_at: new Date(nowMs).toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning(ASKED)
    .executeTakeFirst()
  return row
}
