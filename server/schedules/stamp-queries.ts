import { dayOfWeek, type IsoDate } from '#domain/dates.ts'
import { statement, type Db } from '../database/db.ts'
import { MOMENT, momentOf, type MomentRow } from '../database/moment-queries.ts'
import {
  BUSINESS_WEEK,
  ofAsked,
  ONE,
  OWN_TERMS,
  PROFESSIONAL_WEEK,
  selectProfessionals,
  SPECIAL_DAYS,
  TAKEN,
  TAKEN_TIME,
  TIME_OFF,
  WHO,
  withTaken,
  type BookableProfessional,
  type Params,
  type TakenRow,
  type TakenTime,
} from './queries.ts'

export interface AskedDay {
  professional_id: number
  service_id: number | null
  date: IsoDate
}

/**
 * Names all that the free times of a date are made of, every row in its version: where it lies and which transaction wrote it, which
 * no other row of its table has in common with it. Two moments with the same stamp have the same free times, but for those that the
 * clock took away. What is taken is named by its time and when a hold of it ends, which the index knows, but where a daily limit counts
 * appointments; holds that expired are left out. Each server counts its transactions itself: the stamps of two are never the same.
 */
const STAMP = `concat(pg_postmaster_start_time(), '/', b.xmin, '/', p.xmin, '/', s.xmin, '/',
    (select string_agg(each, ';') from (
      select concat('own', t.ctid, t.xmin) as each ${OWN_TERMS} and s.terms_version > 0
      union all select concat('business', h.ctid, h.xmin) ${BUSINESS_WEEK}
      union all select concat('professional', h.ctid, h.xmin) ${PROFESSIONAL_WEEK}
      union all select concat('day', d.ctid, d.xmin) ${SPECIAL_DAYS}
      union all select concat('off', t.ctid, t.xmin) ${TIME_OFF}
      union all select concat('taken', multirange_send(a.occupied), a.hold_expires_at) ${TAKEN}) all_of_it),
    case when p.daily_limit is not null then (select string_agg(concat(a.ctid, a.xmin), ';') ${TAKEN}) end)`

const paramsOf = (
  { professional_id, service_id, date }: AskedDay,
  nowMs: number,
): [...Params, now: string] => {
  const now = new Date(nowMs).toISOString()
  return [professional_id, service_id, [dayOfWeek(date)], date, date, now]
}

// As JSON: however many are asked for, PostgreSQL expects as many rows, and plans the statement once. Arrays it would count, and
// plan anew for each number.
const stamps = statement<{ n: number; stamp: string | null } & MomentRow, [asked: string, now: string]>(`
  select ${MOMENT}, asked.n, (select ${ofAsked(`${STAMP} ${WHO} where ${ONE}`)}) as stamp
  from json_to_recordset($1::json) as asked (n integer, professional bigint, service bigint, weekday smallint, date date)`)

const stamp = statement<{ stamp: string } & MomentRow, [...Params, now: string]>(
  `select ${STAMP} as stamp, ${MOMENT} ${WHO} where ${ONE}`,
)

export interface Stamps {
  /** Undefined where nothing was found: then there is none that could be kept. */
  moment: string | undefined
  /** In the order of the days; undefined where there is no such professional. */
  stamps: (string | undefined)[]
}

/** The stamps of days and their moment, in one round trip. */
export async function stampsOf(db: Db, nowMs: number, days: AskedDay[]): Promise<Stamps> {
  const [first] = days
  // One alone costs less without a list.
  if (first && days.length === 1) {
    const [row] = await stamp(db, ...paramsOf(first, nowMs))
    return { moment: row && momentOf(db, row), stamps: [row?.stamp] }
  }
  const asked = days.map(({ professional_id, service_id, date }, n) => ({
    n,
    professional: professional_id,
    service: service_id,
    weekday: dayOfWeek(date),
    date,
  }))
  const found: (string | undefined)[] = days.map(() => undefined)
  const rows = await stamps(db, JSON.stringify(asked), new Date(nowMs).toISOString())
  for (const { n, stamp } of rows) found[n] = stamp ?? undefined
  return { moment: rows[0] && momentOf(db, rows[0]), stamps: found }
}

const professionalAndStamp = statement<TakenRow & Stamped & MomentRow, [...Params, now: string]>(
  selectProfessionals(
    ONE,
    `${TAKEN_TIME}, ${STAMP} as stamp, facts_of(b.id, $1::bigint, $2::bigint, $4::date) as facts,
    (select min(a.hold_expires_at) ${TAKEN}) as hold_ends_at, ${MOMENT}`,
  ),
)

/** With `facts`, by which they are also kept for bookings: kept-facts.ts. */
interface Stamped {
  stamp: string
  facts: string
  /** When the first of the holds expires, in epoch milliseconds; null where nothing is held. */
  hold_ends_at: number | null
}

/** All that the free times of a date are made of, with their stamp: of one moment. */
export async function professionalWithStamp(
  db: Db,
  nowMs: number,
  asked: AskedDay,
): Promise<(BookableProfessional & TakenTime & Stamped & { moment: string }) | undefined> {
  const [row] = await professionalAndStamp(db, ...paramsOf(asked, nowMs))
  return row && { ...withTaken(row), moment: momentOf(db, row) }
}
