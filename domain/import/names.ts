/** The services and professionals that a file names, and those of the business. */
import { heading } from './columns.ts'

/** How many names of each kind somebody can be asked about. */
export const MOST_NAMES = 200
const MOST_OF_A_NAME = 120

export interface Named {
  id: number
  name: string
}
export interface Match {
  id: number
  /** A likeness that somebody should look at is not sure. */
  is_sure: boolean
}

/** A name as the file has it, without what is around it. */
export const fileName = (cell: string): string =>
  [...cell.replace(/\s+/g, ' ').trim()].slice(0, MOST_OF_A_NAME).join('')

/** By what two spellings of a name are one. */
export const nameKey = (name: string): string => heading(name)

const LITTLE = new Set([
  'de',
  'del',
  'la',
  'el',
  'los',
  'las',
  'y',
  'e',
  'con',
  'para',
  'en',
  'a',
  'the',
  'and',
  'of',
  'with',
])
const wordsOf = (name: string) =>
  heading(name)
    .split(' ')
    .filter((word) => word && !LITTLE.has(word))

/** The one of the business's that a name means: the same, or the only one whose words are all in it, or it in those. */
export function matchName(name: string, known: readonly Named[]): Match | undefined {
  const key = nameKey(name)
  if (key === '') return undefined
  const same = known.filter((each) => nameKey(each.name) === key)
  if (same.length > 0) return same.length === 1 ? { id: same[0]!.id, is_sure: true } : undefined
  const words = wordsOf(name)
  if (words.length === 0) return undefined
  const alike = known.filter((each) => {
    const others = wordsOf(each.name)
    if (others.length === 0) return false
    return words.every((word) => others.includes(word)) || others.every((word) => words.includes(word))
  })
  return alike.length === 1 ? { id: alike[0]!.id, is_sure: false } : undefined
}
