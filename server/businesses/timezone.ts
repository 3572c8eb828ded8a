import { LAST_REMINDER_HOURS } from '#domain/reminders.ts'
import { spanOf } from '#domain/time-off-span.ts'
import { epochMinutes } from '#domain/zone.ts'
import { sql, type RawBuilder } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import { sqlState, type Tx } from '../database/db.ts'
import { Refusal } from '../http/refusal.ts'
import { stopBookings } from './queries.ts'

/**
 * Changes the time zone: the agreed wall-clock times of appointments and time off stay, and the instants behind them move.
 * @throws Refusal 409 when two appointments of a professional would then overlap (a night with a clock
 * change).
 */
export async function moveInstants(tx: Tx, owner: BusinessId, timezone: string, nowMs: number) {
  // Every booking or move is either complete, and is moved here, or starts afterwards in the new zone.
  await stopBookings(tx, owner)
  try {
    await setInstants(tx, owner, timezone, nowMs)
  } catch (error) {
    if (sqlState(error) !== '23P01') throw error
    const text =
      'Con esa zona horaria dos citas del mismo profesional quedarían a la vez. Mueve una y vuelve a intentarlo.'
    throw new Refusal(409, text, { fields: { timezone: text } })
  }
}

interface AppointmentTimes {
  id: number
  appointment_date: string
  appointment_time: string
  starts_at: number
  version: number
}

async function setInstants(tx: Tx, owner: BusinessId, timezone: string, nowMs: number) {
  await moveAppointments(tx, owner, timezone, nowMs)
  await moveTimeOff(tx, owner, timezone)
}

/** After the appointments: what refuses bookings is locked as shortly as can be. */
async function moveTimeOff(tx: Tx, owner: BusinessId, timezone: string) {
  const rows = await tx
    .selectFrom('time_off')
    .select(['id', 'first_date', 'last_date', 'from_time', 'to_time', 'starts_at', 'ends_at'])
    .where('business_id', '=', owner)
    .where('kind', '<>', 'external')
    .orderBy('id')
    .forUpdate()
    .execute()
  const moved = rows
    .map((row) => ({ row, span: spanOf(row, timezone) }))
    .filter(({ row, span }) => span.startsMs !== row.starts_at || span.endsMs !== row.ends_at)
  if (moved.length === 0) return
  const ids = moved.map(({ row }) => row.id)
  const [starts, ends] = (['startsMs', 'endsMs'] as const).map((end) =>
    moved.map(({ span }) => new Date(span[end]).toISOString()),
  )
  await sql`
    update time_off t set starts_at = moved.starts_at, ends_at = moved.ends_at
    from unnest(${ids}::bigint[], ${starts}::timestamptz[], ${ends}::timestamptz[]) moved (id, starts_at, ends_at)
    where t.business_id = ${owner} and t.id = moved.id`.execute(tx)
}

async function moveAppointments(tx: Tx, owner: BusinessId, timezone: string, nowMs: number) {
  const batches: Moved[][] = []
  for await (const appointments of lockedParts(tx, owner)) {
    const moved = appointments
      .map((appointment) => ({
        id: appointment.id,
        version: appointment.version,
        from: appointment.starts_at,
        to: startOf(appointment, timezone),
      }))
      .filter(({ from, to }) => from !== to)
    if (moved.length > 0) batches.push(moved)
  }

  // The constraint checks one row after the other, so each would collide with rows not moved yet: all of them
  // first move a thousand years ahead, where nothing is, and come back from there.
  const ahead = sql`interval '8766000 hours'`
  for (const batch of batches)
    await sql`
      update appointments a set ${shiftedBy(ahead)}
      where a.business_id = ${owner} and a.id = any(${batch.map(({ id }) => id)}::bigint[])`.execute(tx)
  for (const batch of batches) {
    const ids = batch.map(({ id }) => id)
    const seconds = batch.map(({ from, to }) => (to - from) / 1000)
    await sql`
      update appointments a set ${shiftedBy(sql`(make_interval(secs => moved.seconds) - ${ahead})`)}
      from unnest(${ids}::bigint[], ${seconds}::integer[]) moved (id, seconds)
      where a.business_id = ${owner} and a.id = moved.id`.execute(tx)
    await keepAsImported(tx, owner, batch)
    await keepReminders(
      tx,
      owner,
      batch.filter(({ to }) => to > nowMs),
      nowMs,
    )
  }
}

/** All appointments of a business, locked in the order in which whoever changes several locks them. */
async function* lockedParts(tx: Tx, owner: BusinessId): AsyncGenerator<AppointmentTimes[], void> {
  let last = 0
  for (;;) {
    const part: AppointmentTimes[] = await tx
      .selectFrom('appointments')
      .select(['id', 'appointment_date', 'appointment_time', 'starts_at', 'version'])
      .where('business_id', '=', owner)
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .forNoKeyUpdate()
      .execute()
    yield part
    if (part.length < BATCH) return
    last = part.at(-1)!.id
  }
}

interface Moved {
  id: number
  version: number
  from: number
  to: number
}

/** What stands as an import made it still does, since nobody changed it: the import can be taken back with it. */
async function keepAsImported(tx: Tx, owner: BusinessId, moved: Moved[]) {
  const [ids, versions] = [moved.map(({ id }) => id), moved.map(({ version }) => version)]
  await sql`
    update client_import_rows r set appointment_version = a.version
    from unnest(${ids}::bigint[], ${versions}::integer[]) moved (id, version)
    join appointments a on a.business_id = ${owner} and a.id = moved.id
    where r.business_id = ${owner} and r.appointment_id = moved.id and r.appointment_version = moved.version`.execute(
    tx,
  )
}

/**
 * Reminders that went or wait, and messages by hand, told a time of the clock, which stays: they count for the moment that it is
 * now, so that nobody is told it again. So do reminders that did not go, once their new moment has passed, too: they are not made
 * up for. One that a sender holds is left to it, which the owner does not wait for.
 */
async function keepReminders(tx: Tx, owner: BusinessId, moved: Moved[], nowMs: number) {
  const columns = (['id', 'from', 'to'] as const).map((name) => moved.map((one) => one[name]))
  const startAt = (end: 'starts' | 'started') =>
    sql`m.kind || ':' || m.appointment_id || ':'
      || moved.${sql.raw(end)} / case when starts_with(m.kind, 'by_hand_') then 1 else 1000 end
      || case m.channel when 'whatsapp' then ':whatsapp' else '' end`
  await sql`
    with moved as (
      select * from unnest(${columns[0]}::bigint[], ${columns[1]}::bigint[], ${columns[2]}::bigint[]) moved (id, started, starts)),
    told as (
      select m.id, moved.starts, ${startAt('starts')} as once
      from moved join messages m on m.business_id = ${owner} and m.appointment_id = moved.id
        and m.kind in ('reminder_advance', 'reminder_two_hours', 'reminder_whatsapp_advance', 'reminder_whatsapp_two_hours',
          'by_hand_reminder', 'by_hand_confirmation', 'by_hand_change', 'by_hand_cancellation')
        and m.once = ${startAt('started')}
      join businesses b on b.id = ${owner}
      where m.state in ('queued', 'sent')
        or moved.starts - case when m.kind like '%two_hours' then ${LAST_REMINDER_HOURS}::integer else b.reminder_hours end
          * 3600000::bigint <= ${nowMs}
      for update of m skip locked)
    update messages m set once = told.once, data = m.data || jsonb_build_object('starts_at', told.starts)
    from told where m.business_id = ${owner} and m.id = told.id and not exists (
      select from messages other where other.business_id = ${owner} and other.once = told.once)`.execute(tx)
}

/** However many appointments there are, no statement takes as long as one may, and others are answered between two. */
const BATCH = 2_000

const shiftedBy = (by: RawBuilder<unknown>) => sql`
  starts_at = a.starts_at + ${by}, ends_at = a.ends_at + ${by},
  occupied = (select range_agg(tstzrange(lower(part) + ${by}, upper(part) + ${by})) from unnest(a.occupied) part)`

/** A time skipped by the zone's clocks means the moment right after the change. */
function startOf({ appointment_date, appointment_time }: AppointmentTimes, timezone: string): number {
  const minutes = epochMinutes(appointment_date, appointment_time, timezone)
  if (minutes !== undefined) return minutes * 60_000
  return Temporal.PlainDateTime.from(`${appointment_date}T${appointment_time}`).toZonedDateTime(timezone)
    .epochMilliseconds
}
