/** What was said of a date or a time and is not in it. */
import { MONTHS } from '../dates.ts'
import { monthAt } from './dates.ts'
import type { Quick } from './meaning.ts'
import { fold, type Word } from './words.ts'

/** Makes doubtful what stands behind 'hasta' and was read without it, and 'primer lunes de diciembre', read as a Monday. */
export function doubtHalfRead(words: Word[], quick: Quick) {
  const isEnd = words.some(
    ({ isUsed, folded }, at) => !isUsed && folded === 'hasta' && words[at + 1]?.isUsed === true,
  )
  const isOfMonth = words.some((_, at) => isMonthAt(words, at))
  if (quick.date !== undefined && (isEnd || isOfMonth)) quick.doubts.date = []
  if (quick.time !== undefined && isEnd) quick.doubts.time = []
}

const MONTH_NAMES = [...MONTHS.map(fold), 'setiembre']
// Of people too.
const NAMES = /^(abril|julio)$/

/** Whether a month is named that no date was read with. */
function isMonthAt(words: Word[], at: number): boolean {
  const { folded, isUsed } = words[at]!
  if (/^(de|del|en)$/.test(words[at - 1]?.folded ?? '')) return monthAt(words[at]) !== undefined
  return !isUsed && MONTH_NAMES.includes(folded) && !NAMES.test(folded)
}
