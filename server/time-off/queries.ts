import { appointment, type Appointment } from '#domain/api/appointment.ts'
import { keysOf } from '#domain/api/answer.ts'
import { MOST_IN_TIME_OFF, timeOff, type TimeOff } from '#domain/api/time-off.ts'
import { sql, type Insertable, type Updateable } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import type { Scope } from '../accounts/scope.ts'
import { isWithin } from '../appointments/clients.ts'
import { instant, type Db, type Tx } from '../database/db.ts'
import type { Tables } from '../database/tables.ts'

const own = (db: Db | Tx, owner: BusinessId) =>
  db.selectFrom('time_off').select(keysOf(timeOff)).where('business_id', '=', owner)

/** What overlaps [fromMs, toMs): everybody's, or what takes this professional's time. */
export function timeOffBetween(
  db: Db,
  owner: BusinessId,
  { fromMs, toMs, professional_id }: { fromMs: number; toMs: number; professional_id?: number | undefined },
): Promise<TimeOff[]> {
  let rows = own(db, owner)
    .where('ends_at', '>', instant(fromMs))
    .where('starts_at', '<', instant(toMs))
    .orderBy('starts_at')
    .orderBy('id')
  if (professional_id !== undefined)
    rows = rows.where((row) =>
      row.or([row('professional_id', 'is', null), row('professional_id', '=', professional_id)]),
    )
  return rows.execute()
}

export const ownTimeOff = (db: Db | Tx, owner: BusinessId, id: number): Promise<TimeOff | undefined> =>
  own(db, owner).where('id', '=', id).executeTakeFirst()

/**
 * The same, locked until the transaction ends; `following`: those after it that repeat with it come along. One that
 * became another professional's is not of the series any more.
 */
export async function lockedTimeOff(
  tx: Tx,
  owner: BusinessId,
  id: number,
  following: boolean,
): Promise<TimeOff[]> {
  const first = await own(tx, owner).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!first || !following || first.repeat_of === null) return first ? [first] : []
  const others = await own(tx, owner)
    .where('repeat_of', '=', first.repeat_of)
    .where('professional_id', 'is not distinct from', first.professional_id)
    .where('first_date', '>', first.first_date)
    .where('id', '<>', id)
    .orderBy('id')
    .forUpdate()
    .execute()
  return [first, ...others]
}

/** How many are not over yet: of all, or of one professional. */
export async function countAhead(
  tx: Tx,
  owner: BusinessId,
  nowMs: number,
  professional_id: number | null = null,
): Promise<number> {
  const all = tx
    .selectFrom('time_off')
    .select((count) => count.fn.countAll<number>().as('ahead'))
    .where('business_id', '=', owner)
    .where('ends_at', '>', instant(nowMs))
  const these = professional_id === null ? all : all.where('professional_id', '=', professional_id)
  return (await these.executeTakeFirstOrThrow()).ahead
}

export async function insertTimeOff(tx: Tx, rows: Insertable<Tables['time_off']>[]): Promise<TimeOff[]> {
  return tx.insertInto('time_off').values(rows).returning(keysOf(timeOff)).execute()
}

/** Makes several repeat together, every so many weeks. */
export async function joinSeries(tx: Tx, owner: BusinessId, ids: number[], repeat_weeks: number) {
  await tx
    .updateTable('time_off')
    .set({ repeat_weeks, repeat_of: ids[0]! })
    .where('business_id', '=', owner)
    .where('id', 'in', ids)
    .execute()
}

export async function updateTimeOff(
  tx: Tx,
  owner: BusinessId,
  id: number,
  changes: Updateable<Tables['time_off']>,
): Promise<TimeOff> {
  return tx
    .updateTable('time_off')
    .set(changes)
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .returning(keysOf(timeOff))
    .executeTakeFirstOrThrow()
}

export async function removeTimeOff(tx: Tx, owner: BusinessId, ids: number[]) {
  await tx.deleteFrom('time_off').where('business_id', '=', owner).where('id', 'in', ids).execute()
}

/** Also of one who was deleted. */
export async function nameOfProfessional(tx: Tx, owner: BusinessId, id: number): Promise<string> {
  const { professional_name } = await tx
    .selectFrom('professionals')
    .select('professional_name')
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return professional_name
}

/** Notes what happened to each, and what it was before. */
export async function noteTimeOff(
  tx: Tx,
  owner: BusinessId,
  before: { id: number; old: object }[],
  {
    change,
    user_id,
    nowMs,
  }: { change: Tables['time_off_history']['change']; user_id: number; nowMs: number },
) {
  const at = new Date(nowMs).toISOString()
  await tx
    .insertInto('time_off_history')
    .values(
      before.map(({ id, old }) => ({
        business_id: owner,
        time_off_id: id,
        change,
        user_id,
        at,
        old: JSON.stringify(old),
      })),
    )
    .execute()
}

const MOST_CHANGES = 200

/** What was done to it, in order: the last 200 changes. */
export async function historyOfTimeOff(db: Db, owner: BusinessId, id: number) {
  const latest = await db
    .selectFrom('time_off_history as h')
    .leftJoin('users as u', 'u.id', 'h.user_id')
    .select(['h.change', 'u.name as user_name', 'h.at', 'h.old'])
    .where('h.business_id', '=', owner)
    .where('h.time_off_id', '=', id)
    .orderBy('h.id', 'desc')
    .limit(MOST_CHANGES)
    .execute()
  return latest.reverse()
}

interface Bounds {
  nowMs: number
  limit: number
}

/** Up to a limit, of which what is to come is first: what is over may never be marked, and must take no room from it. */
const standing = (db: Db | Tx, owner: number, { nowMs, limit }: Bounds) =>
  db
    .selectFrom('appointments as a')
    .select(keysOf(appointment).map((name) => `a.${name}` as const))
    .where('a.business_id', '=', owner)
    .where('a.status', 'in', ['scheduled', 'held'])
    .orderBy(sql`a.starts_at <= ${instant(nowMs)}`)
    .orderBy('a.starts_at')
    .orderBy('a.id')
    .limit(limit)

export const byDate = (rows: Appointment[]) =>
  rows.toSorted((a, b) => a.starts_at - b.starts_at || a.id - b.id)

// As indexes know it: what is taken begins at most sixteen hours before the time off.
const lies = sql<boolean>`lower(a.occupied) < t.ends_at
  and lower(a.occupied) > t.starts_at - interval '16 hours'
  and a.occupied && tstzrange(t.starts_at, t.ends_at)`

/** The first appointments and held times of a scope that lie in any of these, by date; each once. */
export async function appointmentsIn(
  db: Db | Tx,
  scope: Scope,
  ids: number[],
  nowMs: number,
): Promise<Appointment[]> {
  const rows = await standing(db, scope.business_id, { nowMs, limit: MOST_IN_TIME_OFF })
    .where(sql<boolean>`${isWithin(scope)}`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('time_off as t')
          .select('t.id')
          .where('t.business_id', '=', scope.business_id)
          .where('t.id', 'in', ids)
          .where(lies)
          .where(({ or, eb, ref }) =>
            or([eb('t.professional_id', 'is', null), eb('t.professional_id', '=', ref('a.professional_id'))]),
          ),
      ),
    )
    .execute()
  return byDate(rows)
}

/** The same for spans that are not stored, what is to come first: of one professional, or of the whole business. */
export async function appointmentsWithin(
  db: Db,
  owner: BusinessId,
  professional_id: number | null,
  spans: { starts_at: string; ends_at: string }[],
  bounds: Bounds,
): Promise<Appointment[]> {
  const starts = spans.map(({ starts_at }) => starts_at)
  const ends = spans.map(({ ends_at }) => ends_at)
  const all = standing(db, owner, bounds).where(
    sql<boolean>`exists (
      select from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) as t (starts_at, ends_at) where ${lies})`,
  )
  const rows = professional_id === null ? all : all.where('a.professional_id', '=', professional_id)
  return rows.execute()
}

export interface Told {
  /** `client` is the same number for the same client. */
  told: { appointment_id: number; client: number }[]
  tells_new_professional: boolean
}

/** Whose clients would hear of a change of these appointments, by e-mail or WhatsApp. */
export async function toldOf(
  db: Db,
  owner: BusinessId,
  ids: number[],
  { nowMs, sendsWhatsApp }: { nowMs: number; sendsWhatsApp: boolean },
): Promise<Told> {
  const { rows } = await sql<{ tells: boolean; told: Told['told'] }>`
    select b.tell_new_professional as tells, coalesce((
      select json_agg(json_build_object('appointment_id', a.id, 'client', coalesce(a.card_id, -a.id)) order by a.id)
      from appointments a
      where a.business_id = b.id and a.id = any(${ids}::bigint[]) and a.status = 'scheduled' and a.starts_at > ${instant(nowMs)}
        and (a.client_email is not null or ${sendsWhatsApp}::boolean and b.reminder_channel <> 'email'
          and takes_whatsapp(a.business_id, a.card_id, a.client_phone))), '[]') as told
    from businesses b where b.id = ${owner}`.execute(db)
  const { told, tells } = rows[0]!
  return { told, tells_new_professional: tells }
}

/** The zone of the business, which stays until the transaction ends. */
export async function lockedTimezone(tx: Tx, owner: BusinessId): Promise<string> {
  const row = await tx
    .selectFrom('businesses')
    .select('timezone')
    .where('id', '=', owner)
    .forShare()
    .executeTakeFirstOrThrow()
  return row.timezone
}
