import { sql } from 'kysely'
import type { Scope } from '../accounts/scope.ts'
import { isWithin } from '../appointments/clients.ts'
import type { Db } from '../database/db.ts'
import { isSeen } from './card-queries.ts'

/** Whose telephone: that of a card, or the one that was left with an appointment. */
export type Called = { card: number } | { appointment: number }

/** The telephone of somebody whom the scope covers, '' when there is none, with their card; undefined: there is nobody. */
export async function phoneOf(
  db: Db,
  scope: Scope,
  of: Called,
): Promise<{ client_phone: string; card_id: number | null } | undefined> {
  const found =
    'card' in of
      ? sql`select c.client_phone, c.id as card_id from client_cards c where ${isSeen(scope)} and c.id = ${of.card}`
      : sql`select a.client_phone, a.card_id from appointments a
          where a.business_id = ${scope.business_id} and a.hold_kind is null and ${isWithin(scope)}
            and a.id = ${of.appointment}`
  const { rows } = await sql<{ client_phone: string; card_id: number | null }>`${found}`.execute(db)
  return rows[0]
}
