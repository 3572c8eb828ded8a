import { epochMinutes } from '#domain/zone.ts'
import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import { sqlState, type Db, type Tx } from '../db.ts'
import { Refusal } from '../refusal.ts'

/**
 * The wall-clock times stay as people agreed on them; the instants behind them move to the new zone's.
 * @throws Refusal 409 when two appointments of a professional would then overlap (a night with a clock change).
 */
export async function moveInstants(tx: Tx, owner: BusinessId, timezone: string) {
  try {
    await setInstants(tx, owner, timezone)
  } catch (error) {
    if (sqlState(error) !== '23P01') throw error
    const text =
      'Con esa zona horaria dos citas del mismo profesional quedarían a la vez. Mueve una y vuelve a intentarlo.'
    throw new Refusal(409, text, { fields: { timezone: text } })
  }
}

/**
 * Once more after the change has been committed, for appointments that were being booked by the old zone meanwhile.
 * One that no longer fits stays as it was booked.
 */
export async function moveStragglers(db: Db, owner: BusinessId, timezone: string) {
  await db
    .transaction()
    .execute((tx) => setInstants(tx, owner, timezone))
    .catch((error) => {
      if (sqlState(error) !== '23P01') throw error
    })
}

interface Held {
  id: number
  appointment_date: string
  appointment_time: string
  starts_at: number
}

async function setInstants(tx: Tx, owner: BusinessId, timezone: string) {
  const held: Held[] = await tx
    .selectFrom('appointments')
    .select(['id', 'appointment_date', 'appointment_time', 'starts_at'])
    .where('business_id', '=', owner)
    .forNoKeyUpdate()
    .execute()
  const moved = held
    .map((appointment) => ({
      id: appointment.id,
      from: appointment.starts_at,
      to: startOf(appointment, timezone),
    }))
    .filter(({ from, to }) => from !== to)
  if (moved.length === 0) return

  // The constraint looks at one row after the other, and each would meet those that have not moved yet: first all of
  // them go where nothing is, a thousand years ahead, and come back from there.
  const ids = moved.map(({ id }) => id)
  await sql`
    update appointments
    set starts_at = starts_at + interval '8766000 hours', ends_at = ends_at + interval '8766000 hours'
    where business_id = ${owner} and id = any(${ids}::bigint[])`.execute(tx)
  const starts = moved.map(({ to }) => new Date(to).toISOString())
  await sql`
    update appointments a
    set starts_at = moved.starts_at, ends_at = moved.starts_at + make_interval(mins => a.duration_minutes)
    from unnest(${ids}::bigint[], ${starts}::timestamptz[]) moved (id, starts_at)
    where a.business_id = ${owner} and a.id = moved.id`.execute(tx)
}

/** A time that the zone's clocks skip means the moment at which they have gone on. */
function startOf({ appointment_date, appointment_time }: Held, timezone: string): number {
  const minutes = epochMinutes(appointment_date, appointment_time, timezone)
  if (minutes !== undefined) return minutes * 60_000
  return Temporal.PlainDateTime.from(`${appointment_date}T${appointment_time}`).toZonedDateTime(timezone)
    .epochMilliseconds
}
