/** Free times of whoever the system may choose: the union of those of all professionals of a business. */
import { closestRule, daysOfAny, explainAny, gapsOfAny, startsOfAny } from '#domain/any.ts'
import type { Availability, Rule, TakenStarts } from '#domain/availability.ts'
import { dayOfWeek, type ClockTime, type IsoDate } from '#domain/dates.ts'
import { doesService } from '#domain/specialties.ts'
import type { Db, Tx } from '../database/db.ts'
import { inTurns } from '../turns/turns.ts'
import { availabilityOf, ensureKnown, type Asked } from './availability.ts'
import { termsFor } from './terms.ts'
import { anyWithBusy, EVERY_DAY, unassigned, type BookableProfessional, type TakenTime } from './queries.ts'
import { datesFrom, isFullOn, isOpenedOn, withOthers, withReasons, type WindowDay } from './window-days.ts'

/** What is asked of all professionals of a business alike. */
export type AskedOfAny = Omit<Asked, 'professional_id'> & { business_id: number }

interface Person {
  found: BookableProfessional & TakenTime
  times: Availability
}

/** Those who do the service, each with their own times; to be explained, all, whether or not it is booked online. */
async function peopleOn(
  db: Db | Tx,
  nowMs: number,
  dates: readonly [IsoDate, IsoDate],
  weekdays: number[],
  { business_id, service_id, ...asked }: AskedOfAny,
  { isExplained = false } = {},
): Promise<Person[]> {
  const all = await anyWithBusy(db, nowMs, business_id, service_id, weekdays, [...dates])
  if (all[0]) ensureKnown(all[0], { ...asked, professional_id: 0, service_id })
  return all
    .filter(({ specialties }) => isExplained || service_id === null || doesService(specialties, service_id))
    .map((row) => {
      const found = isExplained ? { ...row, is_bookable_online: true } : row
      const { professional_id } = found
      const times = availabilityOf(found, { ...asked, professional_id, service_id }, nowMs, dates, found)
      return { found, times }
    })
}

/** The times of one date at which somebody is free, ascending. */
export async function anySlotsOfDate(
  db: Db,
  nowMs: number,
  date: IsoDate,
  asked: AskedOfAny,
): Promise<ClockTime[]> {
  const people = await peopleOn(db, nowMs, [date, date], [dayOfWeek(date)], asked)
  return startsOfAny(
    people.map(({ times }) => times),
    date,
  )
}

/** Of hundreds of people that is some milliseconds. */
const DAYS_AT_ONCE = 4

/** The times at which somebody is free, on the dates of `slotsOfWindow`; none where the system may choose nobody. */
export async function anySlotsOfWindow(
  db: Db | Tx,
  nowMs: number,
  asked: AskedOfAny,
  from?: IsoDate,
): Promise<WindowDay[]> {
  const people = await peopleOn(db, nowMs, datesFrom(nowMs, from), EVERY_DAY, asked)
  const all = people.map(({ times }) => times)
  const [first] = people
  const shortest = asked.owner === undefined ? first?.found.shortest_minutes : null
  const days: ReturnType<typeof withOthers>[] = []
  for await (const day of inTurns(daysOfAny(all, from), DAYS_AT_ONCE))
    days.push(shortest ? withOthers(day, gapsOfAny(all, day, shortest)) : day)
  const isFull = (date: IsoDate) => people.every(({ found }) => isFullOn(found, date, asked.moving?.id))
  const isOpened = (date: IsoDate) => people.some(({ found }) => isOpenedOn(found, date))
  // Of the shortest: what has room for it with somebody is not closed.
  const minutes = Math.min(...people.map(({ found }) => termsFor(found, asked).duration_minutes))
  return first ? withReasons(first.found, days, { ...asked, isFull, isOpened, nowMs, minutes }) : []
}

/** Those who are free at a start, but for what is waived; where nobody is, the rule that speaks against it. */
export async function freeAt(
  db: Db | Tx,
  nowMs: number,
  { date, time, waived }: { date: IsoDate; time: ClockTime; waived?: readonly Rule[] },
  asked: AskedOfAny,
): Promise<{ free: BookableProfessional[]; rule: Rule; people: BookableProfessional[] }> {
  const people = await peopleOn(db, nowMs, [date, date], [dayOfWeek(date)], asked)
  const against = people.map(({ found, times }) => ({ found, rule: times.refusal(date, time, waived) }))
  return {
    free: against.filter(({ rule }) => rule === undefined).map(({ found }) => found),
    rule: closestRule(against.flatMap(({ rule }) => rule ?? [])),
    people: people.map(({ found }) => found),
  }
}

interface Explained {
  free: ClockTime[]
  rules: TakenStarts[]
}

/** The free starts of a date and what each rule took, as customers have them: of all together, and of each one. */
export async function explanationOfAny(
  db: Db,
  nowMs: number,
  date: IsoDate,
  { owner: _, ...asked }: AskedOfAny,
): Promise<
  Explained & { people: (Explained & Named)[]; left_out: { professional_name: string; text: string }[] }
> {
  const all = await peopleOn(db, nowMs, [date, date], [dayOfWeek(date)], asked, { isExplained: true })
  const does = ({ found }: Person) =>
    asked.service_id === null || doesService(found.specialties, asked.service_id)
  const people = all.filter(does)
  const times = people.map((person) => person.times)
  return {
    free: startsOfAny(times, date),
    rules: explainAny(times, date),
    people: people.map(({ found, times }) => ({
      professional_id: found.professional_id,
      professional_name: found.professional_name,
      free: times.starts(date),
      rules: times.explain(date),
    })),
    left_out: [
      ...all.filter((person) => !does(person)).map(({ found }) => saidOf(found, NOT_DONE)),
      ...(await unassigned(db, asked.business_id)).map((one) => saidOf(one, NOT_ASSIGNED)),
    ],
  }
}

type Named = Pick<BookableProfessional, 'professional_id' | 'professional_name'>

const NOT_DONE = 'No realiza ese servicio'
const NOT_ASSIGNED = 'No recibe citas sin preferencia'
const saidOf = ({ professional_name }: { professional_name: string }, text: string) => ({
  professional_name,
  text,
})
