/** Compares typed words with names: without accents, by beginnings, by initials, and with one mistake. */
import { fold } from './words.ts'

/** Words of a name that say nothing by themselves. */
const SMALL = new Set(['de', 'del', 'la', 'las', 'el', 'los', 'y', 'e', 'con', 'en', 'a', 'para'])

export const nameWords = (name: string): string[] =>
  fold(name)
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word && !SMALL.has(word))

/** Whether two words of five letters or more differ by one letter more, less, other, or two exchanged. */
export function oneTypo(typed: string, right: string): boolean {
  if (typed.length < 5 || right.length < 5 || Math.abs(typed.length - right.length) > 1) return false
  let at = 0
  while (at < typed.length && typed[at] === right[at]) at++
  const [a, b] = [typed.slice(at), right.slice(at)]
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return isSwapped || a.slice(1) === b.slice(1) || a === b.slice(1) || a.slice(1) === b
}

/** How well a typed word stands for a word: 3 itself, 2 its beginning or plural, 1 with one mistake, 0 not at all. */
export function likeness(typed: string, word: string): 0 | 1 | 2 | 3 {
  if (typed === word) return 3
  if (typed.length >= 3 && word.startsWith(typed)) return 2
  if (typed === `${word}s` || typed === `${word}es`) return 2
  return oneTypo(typed, word) ? 1 : 0
}

/**
 * How well typed words stand for the words of a name; 0 if one of them does not. Each typed word stands for another
 * word of the name.
 */
export function nameScore(typed: readonly string[], words: readonly string[]): number {
  const left = [...words]
  let sum = 0
  for (const word of typed) {
    // 'V Ríos': an initial stands for a name beside another word of it.
    const isInitial = /^\p{L}$/u.test(word) && typed.some(({ length }) => length > 1)
    const scores = left.map((one) => (isInitial && one.startsWith(word) ? 1 : likeness(word, one)))
    const best = Math.max(0, ...scores)
    if (best === 0) return 0
    sum += best
    left.splice(scores.indexOf(best as 0 | 1 | 2 | 3), 1)
  }
  // A name of which nothing is left is meant rather than a longer one.
  return sum * 10 + (left.length === 0 ? 5 : 0)
}

const isInitials = (typed: string, name: string): boolean =>
  typed.length >= 2 &&
  typed ===
    nameWords(name)
      .map((word) => word[0])
      .join('')

/** The names that typed words stand for best; several when they stand for each as well. */
export function bestNames<Named extends { name: string }>(typed: readonly string[], all: readonly Named[]) {
  const isInitialsOf = ({ name }: Named) => typed.length === 1 && isInitials(typed[0]!, name)
  return best(all, (one) => Math.max(nameScore(typed, nameWords(one.name)), isInitialsOf(one) ? 15 : 0)).all
}

/** The highest score above 0, and all that have it. */
export function best<One>(all: readonly One[], scoreOf: (one: One) => number) {
  const scores = all.map(scoreOf)
  const score = Math.max(0, ...scores)
  return { score, all: score === 0 ? [] : all.filter((_, i) => scores[i] === score) }
}
