import type { IsoDate } from '#domain/dates.ts'
import type { Db } from '../database/db.ts'
import type { BookableProfessional } from './queries.ts'

/** What a booking is checked by, with what names it: each of its rows in its version. */
export type Facts = BookableProfessional & { facts: string }

interface Asked {
  professional_id: number
  service_id: number | null
  date: IsoDate
}

/** Some 5 MB at most. */
const MOST = 1_000

const kept = new WeakMap<Db, Map<string, Facts>>()
const nameOf = ({ professional_id, service_id, date }: Asked) => `${professional_id} ${service_id} ${date}`

/** Keeps what was read for free times or for a booking. */
export function keepFacts(db: Db, asked: Asked, found: Facts): void {
  let all = kept.get(db)
  if (!all) kept.set(db, (all = new Map<string, Facts>()))
  const name = nameOf(asked)
  all.delete(name)
  all.set(name, found)
  if (all.size > MOST) all.delete(all.keys().next().value!)
}

/**
 * What was read last, and may be of before: nobody is refused by it, and what is booked by it is written only where it is still the
 * same: docs/decisions/0087-checked-by-what-was-read-before.md.
 */
export const keptFacts = (db: Db, asked: Asked): Facts | undefined => kept.get(db)?.get(nameOf(asked))
