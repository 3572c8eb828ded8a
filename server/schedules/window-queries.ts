import type { IsoDate } from '#domain/dates.ts'
import { statement, type Db, type Tx } from '../database/db.ts'
import { together } from '../turns/together.ts'
import {
  EVERY_DAY,
  ofAskedDates,
  ONE,
  professionalWithBusy,
  selectProfessionals,
  TAKEN_TIME,
  withTaken,
  type BookableProfessional,
  type TakenRow,
  type TakenTime,
} from './queries.ts'

interface AskedDates {
  professional_id: number
  service_id: number | null
  /** The first and the last one. */
  dates: readonly [IsoDate, IsoDate]
}

type Found = BookableProfessional & TakenTime

// A list as JSON is planned once, however many it names: see stamp-queries.ts.
const onDates = statement<TakenRow & { n: number }, [asked: string, now: string]>(`
  select asked.n, found.*
  from json_to_recordset($1::json) as asked (n integer, professional bigint, service bigint, first date, last date)
  cross join lateral (
    ${ofAskedDates(selectProfessionals(ONE, TAKEN_TIME))}
  ) found`)

const readAlone = (db: Db | Tx, nowMs: number, { professional_id, service_id, dates }: AskedDates) =>
  professionalWithBusy(db, nowMs, professional_id, service_id, EVERY_DAY, [...dates])

async function readTogether(db: Db, nowMs: number, all: AskedDates[]): Promise<(Found | undefined)[]> {
  const [first] = all
  // One alone costs less without a list.
  if (first && all.length === 1) return [await readAlone(db, nowMs, first)]
  const asked = all.map(({ professional_id, service_id, dates: [first, last] }, n) => {
    return { n, professional: professional_id, service: service_id, first, last }
  })
  const found: (Found | undefined)[] = all.map(() => undefined)
  for (const { n, ...row } of await onDates(db, JSON.stringify(asked), new Date(nowMs).toISOString()))
    found[n] = withTaken(row)
  return found
}

/** How many windows one statement reads: each may hold two months of a full agenda. */
export const WINDOWS_AT_ONCE = 32
/** How many such statements run at the same moment, however many ask: the other connections are for everybody else. */
const STATEMENTS = 4
/** How many of them are worked on before others are answered. */
const A_TURN = 4

const readers = new WeakMap<Db, (asked: AskedDates & { nowMs: number }) => Promise<Found | undefined>>()

/**
 * A professional with the hours, the taken times and the time off on dates (inclusive, in the business's zone); undefined when
 * there is no such professional. What is asked in one turn of the event loop, outside of transactions, is read in one statement.
 */
export function professionalOnDates(
  db: Db | Tx,
  nowMs: number,
  asked: AskedDates,
): Promise<Found | undefined> {
  if (db.isTransaction) return readAlone(db, nowMs, asked)
  let read = readers.get(db)
  if (!read) {
    // What is held until a moment between two of them is held for both: nobody is told of a time that is still taken.
    read = together((all) => readTogether(db, Math.min(...all.map((one) => one.nowMs)), all), {
      most: WINDOWS_AT_ONCE,
      groups: STATEMENTS,
      aTurn: A_TURN,
    })
    readers.set(db, read)
  }
  return read({ ...asked, nowMs })
}
