/** Reads the dates of a block: 'del 15 al 20', 'de lunes a viernes'. */
import { addDays, dayOfWeek, daysBetween, type IsoDate } from '../dates.ts'
import { dateOf, dayNumber, monthAt, nextDate, nextWithDay, weekdayAt } from './dates.ts'
import { follows, type Found, type Word } from './words.ts'

/** 'Del 15 al 20', 'del 28 de diciembre al 3 de enero', 'de lunes a viernes': the first and the last date of a block. */
export function readDates(words: Word[], at: number, today: IsoDate): Found<[IsoDate, IsoDate]> | undefined {
  const begun = follows(words, at, 'desde', 'el') || follows(words, at, ['del', 'de', 'desde'])
  if (!begun) return undefined
  const from = weekdayAt(words, at + begun)
  const first = from === undefined ? dayAndMonth(words, at + begun) : undefined
  const middle = at + begun + (first?.length ?? 1)
  const joined = follows(words, middle, 'hasta', 'el') || follows(words, middle, ['al', 'a', 'hasta'])
  if (!joined) return undefined
  const second = middle + joined
  const to = weekdayAt(words, second)
  if (from !== undefined && to !== undefined) {
    const date = addDays(today, (from - dayOfWeek(today) + 7) % 7)
    return { value: [date, addDays(date, (to - from + 7) % 7)], length: second + 1 - at }
  }
  const last = dayAndMonth(words, second)
  // 'De 2 a 4' are hours.
  const isOfDays = words[at]!.folded !== 'de' && words[middle]!.folded !== 'a'
  if (!first || !last || !isOfDays) return undefined
  const [start, end] = [first.value, last.value]
  const dates = start.month || !end.month ? onwards(start, end, today) : upTo(end, start.day, today)
  return dates && { value: dates, length: second + last.length - at }
}

interface Day {
  day: number
  month?: number | undefined
}

const next = ({ day, month }: Day, from: IsoDate) =>
  month ? nextDate(month, day, from) : nextWithDay(day, from)

/** More is a slip, such as 'del 20 de diciembre al 10 de diciembre'. */
const MOST_DAYS = 200

function onwards(first: Day, last: Day, today: IsoDate): [IsoDate, IsoDate] | undefined {
  const start = next(first, today)
  const until = start && next(last, start)
  if (!start || !until || daysBetween(start, until) > MOST_DAYS) return undefined
  return first.month && isUnderWay(start, last, today) ? undefined : [start, until]
}

/** Whether the same dates of a year before are not over: then it may be those that are meant. */
function isUnderWay(start: IsoDate, last: Day, today: IsoDate): boolean {
  const before = dateOf(Number(start.slice(0, 4)) - 1, Number(start.slice(5, 7)), Number(start.slice(8)))
  const until = before && next(last, before)
  return until !== undefined && daysBetween(before!, until) <= MOST_DAYS && until >= today
}

/** 'Del 15 al 20 de diciembre', and 'del 28 al 3 de enero', which begins in the month before. */
function upTo(last: Day, day: number, today: IsoDate): [IsoDate, IsoDate] | undefined {
  const until = next(last, today)
  const [year, month] = [Number(until?.slice(0, 4)), Number(until?.slice(5, 7))]
  const start = until && dateOf(year, month, day)
  if (start && start <= until) return [start, until]
  const before = until && (month === 1 ? dateOf(year - 1, 12, day) : dateOf(year, month - 1, day))
  return before && before >= today ? [before, until] : undefined
}

/** '15', '15 de diciembre'. */
function dayAndMonth(words: Word[], at: number): Found<Day> | undefined {
  const day = dayNumber(words, at)
  if (day?.length !== 1) return undefined
  const month = follows(words, at + 1, 'de') ? monthAt(words[at + 2]) : undefined
  return { value: { day: day.value, month }, length: month === undefined ? 1 : 3 }
}
