import { dayOfWeek, type IsoDate } from '#domain/dates.ts'
import type { CountedJson } from '../limits/attempts.ts'
import { statement, type Db } from '../database/db.ts'
import { together } from '../turns/together.ts'
import { keepFacts, type Facts } from './kept-facts.ts'
import { ofAsked, ONE, selectProfessionals, withWeeks, type Row } from './queries.ts'

interface Asked {
  professional_id: number
  service_id: number
  date: IsoDate
  /** The hashed subjects that are counted. */
  subjects: Buffer[]
  nowMs: number
}

type Counted = Facts & { counted: CountedJson }

// A list as JSON is planned once, however many it names: see stamp-queries.ts.
const counted = statement<
  Row & { n: number; facts: string; counted: CountedJson },
  [asked: string, now: string]
>(`
  select asked.n, found.*, facts_of(found.business_id, asked.professional, asked.service, asked.date) as facts,
    counts_of(asked.subjects, $2::timestamptz) as counted from json_to_recordset($1::json) as
    asked (n integer, professional bigint, service bigint, weekday smallint, date date, subjects text[])
  cross join lateral (
    ${ofAsked(selectProfessionals(ONE))}
  ) found`)

async function readTogether(db: Db, asked: Asked[]): Promise<(Counted | undefined)[]> {
  const list = asked.map(({ professional_id, service_id, date, subjects }, n) => ({
    n,
    professional: professional_id,
    service: service_id,
    weekday: dayOfWeek(date),
    date,
    subjects: subjects.map((subject) => subject.toString('hex')),
  }))
  const now = new Date(Math.min(...asked.map(({ nowMs }) => nowMs))).toISOString()
  const found: (Counted | undefined)[] = asked.map(() => undefined)
  for (const { n, ...row } of await counted(db, JSON.stringify(list), now)) {
    found[n] = withWeeks(row)
    keepFacts(db, asked[n]!, found[n])
  }
  return found
}

const readers = new WeakMap<Db, (asked: Asked) => Promise<Counted | undefined>>()

/**
 * What a booking is checked by: the professional with the hours of a date, and how often its subjects were counted; undefined
 * when there is no such professional. Bookings that come in one turn of the event loop are read in one statement.
 */
export function professionalWithCounts(db: Db, asked: Asked): Promise<Counted | undefined> {
  let read = readers.get(db)
  if (!read) readers.set(db, (read = together((all: Asked[]) => readTogether(db, all))))
  return read(asked)
}
