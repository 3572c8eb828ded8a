/** What was said of a date or a time and is not in it. */
import { MONTHS } from '../dates.ts'
import { monthAt } from './dates.ts'
import type { Quick } from './meaning.ts'
import { fold, isDigits, type Word } from './words.ts'

/**
 * Makes doubtful what stands behind 'hasta', 'entre' or 'después de' and was read without it, one of two ('3 o 4 pm'), and
 * 'primer lunes de diciembre', read as a Monday.
 */
export function doubtHalfRead(words: Word[], quick: Quick) {
  const isPart = words.some(({ isUsed }, at) => !isUsed && (isBound(words, at) || isEither(words, at)))
  const isOfMonth = words.some((_, at) => isMonthAt(words, at))
  if (quick.date !== undefined && (isPart || isOfMonth)) quick.doubts.date = []
  if (quick.time !== undefined && isPart) quick.doubts.time = []
}

/** 'Hasta las 4', 'después de las 3', 'a partir del lunes'. */
function isBound(words: Word[], at: number): boolean {
  const { folded } = words[at]!
  if (/^(hasta|entre)$/.test(folded)) return words[at + 1]?.isUsed === true
  if (!/^(antes|despues|partir)$/.test(folded)) return false
  const isJoined = /^(de|del)$/.test(words[at + 1]?.folded ?? '')
  return words[at + (isJoined ? 2 : 1)]?.isUsed === true
}

/** The 'o' between a number that was read and one that was not. */
function isEither(words: Word[], at: number): boolean {
  if (words[at]!.folded !== 'o') return false
  const [before, after] = [words[at - 1], words[at + 1]]
  return isDigits(before) && isDigits(after) && before!.isUsed !== after!.isUsed
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
