import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

/** The card that speaks for the client of each of these appointments, and whether it agreed to advertising. */
export async function cardsOf(db: Db, appointments: readonly { business_id: number; id: number }[]) {
  if (appointments.length === 0) return []
  const { rows } = await sql<{ appointment_id: number; card_id: number; agreed: boolean }>`
    with own as materialized (
      select a.business_id, a.id, coalesce(k.merged_into, k.id) as card_id
      from unnest(${appointments.map(({ business_id }) => business_id)}::bigint[],
        ${appointments.map(({ id }) => id)}::bigint[]) as o (business_id, id)
      join appointments a on a.business_id = o.business_id and a.id = o.id
      join client_cards k on k.business_id = a.business_id and k.id = a.card_id
      where k.forgotten_at is null),
    said as materialized (
      select business_id, card_id, has_consent(business_id, card_id, 'marketing') as agreed
      from (select distinct business_id, card_id from own) as one)
    select own.id as appointment_id, own.card_id, said.agreed from own join said using (business_id, card_id)`.execute(
    db,
  )
  return rows
}
