import { statement, type Db, type Tx } from '../database/db.ts'

/** A subject as it is stored, how often it was counted, and until when, epoch milliseconds. */
export type Counted = { subject: Buffer; count: number; until: number }

// A count that lasts for more than two of its times from now on began under a clock that was ahead, and has since been set right: it
// begins anew, or an hour's limit would last for as long as the clock was wrong.
const over =
  'attempts.until <= $3::timestamptz or attempts.until - excluded.until > excluded.until - $3::timestamptz'

const countingWith = (setting: string) => `
  insert into attempts (subject, count, until)
  select subject, times, until
  from unnest($1::bytea[], $2::timestamptz[], $4::integer[]) counted (subject, until, times)${setting} order by subject
  on conflict (subject) do update set
    count = case when ${over} then excluded.count else attempts.count + excluded.count end,
    until = case when ${over} then excluded.until else attempts.until end
  returning subject, count, until`

type Counting = [subjects: Buffer[], untils: string[], now: string, times: number[]]

/** Counts each subject so many times; in a fixed order, so that two requests with the same cannot deadlock. */
export const counting = statement<Counted, Counting>(countingWith(''))

// The bookings of a business count on one row, one after the other, and wait for no disk: a database that crashes loses less than a
// second of counts. Never within a transaction, whose other changes would not wait either.
const ALONE = ", (select set_config('synchronous_commit', 'off', true)) unsynced"
export const countingAlone = statement<Counted, Counting>(countingWith(ALONE))

// By the subject alone: with `= any(…)`, or its end in the same condition, a table that is called small is read as a whole.
const readingOf = (subjects: string, now: string) => `
  select asked.subject, c.count, c.until from unnest(${subjects}::bytea[]) asked (subject) cross join lateral (
    select count, until from attempts a where a.subject = asked.subject offset 0) c
  where c.until > ${now}::timestamptz`
export const reading = statement<Counted, [subjects: Buffer[], now: string]>(readingOf('$1', '$2'))

/** Counts as `countingAlone`, and reads besides: other subjects, whose counts it returns with the rest. */
export const countingAndReading = statement<Counted, [...Counting, read: Buffer[]]>(`
  with counted as (${countingWith(ALONE)})
  select * from counted union all ${readingOf('$5', '$3')}`)

/** Takes back what was counted. Locks in the order of the subjects, as counting does. */
export const returning = statement<never, [subjects: Buffer[], times: number[]]>(`
  with given as (
    select a.subject, g.times
    from unnest($1::bytea[], $2::integer[]) g (subject, times) join attempts a using (subject)
    order by a.subject for no key update of a)
  update attempts a set count = greatest(a.count - given.times, 0) from given where a.subject = given.subject`)

/** Takes each back once. */
export async function returningOnce(db: Db | Tx, subjects: Buffer[]): Promise<void> {
  const times = subjects.map(() => 1)
  if (times.length > 0) await returning(db, subjects, times)
}
