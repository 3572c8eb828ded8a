import type { ClientMark } from '#domain/api/calls/appointments.ts'
import { sql } from 'kysely'
import type { Scope } from '../accounts/scope.ts'
import type { Db } from '../db.ts'
import { isWithin } from './clients.ts'

/** What is to be known of the clients of these appointments: an alert, and how often they did not come. */
export async function marksOf(
  db: Db,
  scope: Scope,
  of: { from: string; to: string } | { id: number },
): Promise<ClientMark[]> {
  const these = 'id' in of ? sql`a.id = ${of.id}` : sql`a.appointment_date between ${of.from} and ${of.to}`
  const { rows } = await sql<ClientMark>`
    select a.id as appointment_id, c.alert, missed.no_shows
    from appointments a
    join client_cards c on c.business_id = a.business_id and c.id = a.card_id and (c.alert is not null or c.no_shows > 0)
    cross join lateral (
      select count(*)::int as no_shows from appointments missed
      where missed.business_id = c.business_id and missed.card_id = c.id and missed.attendance_status = 'no_show'
        and missed.hold_kind is null ${
          scope.professional_id === undefined
            ? sql``
            : sql`and missed.professional_id = ${scope.professional_id}`
        }) missed
    where a.business_id = ${scope.business_id} and a.hold_kind is null and ${isWithin(scope)} and ${these}
      and (c.alert is not null or missed.no_shows > 0)
    order by a.id limit 5000`.execute(db)
  return rows
}
