/** Initials and short names that no two of a team share. */
import { grouped } from './grouped.ts'
import { firstName, initials, wordsOf } from './people-names.ts'

/** Letters of a name beyond which two are told apart by a number. */
const LONGEST = 8

interface Named {
  id: number
  professional_name: string
}

/** The first name, or the whole name of those who share it. */
export function shortNames(people: readonly Named[]): Map<number, string> {
  const first = people.map((person) => firstName(person.professional_name))
  return new Map(
    people.map((person, i) => [
      person.id,
      first.filter((name) => name === first[i]).length > 1 ? person.professional_name : first[i]!,
    ]),
  )
}

/** 'VO'; of people with the same ones also what tells them apart: 'DAr' and 'DAg', 'LaP' and 'LuP', at last a number. */
export function initialsOf(people: readonly Named[]): Map<number, string> {
  const given = new Map<number, string>()
  for (const same of grouped(people, ({ professional_name }) => initials(professional_name))) {
    const two = initials(same[0]!.professional_name)
    if (same.length === 1) given.set(same[0]!.id, two)
    else {
      const found = apart(same)
      for (const [i, { id }] of same.entries()) given.set(id, found.get(id) ?? `${two}${i + 1}`)
    }
  }
  return given
}

/** What each of some people with the same initials is told from the others by; nothing of namesakes. */
function apart(same: readonly Named[]): Map<number, string> {
  const given = new Map<number, string>()
  let others = same.map(({ id, professional_name }) => ({ id, longer: longerOf(professional_name) }))
  for (const at of others[0]!.longer.keys()) {
    const lettersOf = ({ longer }: (typeof others)[number]) => longer[at]!
    const taken = new Set(given.values())
    for (const [one, namesake] of grouped(others, lettersOf))
      if (!namesake && !taken.has(lettersOf(one!))) given.set(one!.id, lettersOf(one!))
    others = others.filter(({ id }) => !given.has(id))
  }
  return given
}

/** The initials with one more letter: of the second name, then of the third, at last of the first. */
function longerOf(name: string): string[] {
  const two = initials(name)
  const [first = [], second = [], [third = ''] = []] = wordsOf(name).map((word) => [...word])
  const [head = '', ...rest] = two
  const upTo = (letters: string[]) =>
    Array.from({ length: LONGEST }, (_, at) => letters[at + 1]?.toLowerCase() ?? '')
  return [
    ...upTo(second).map((letter) => two + letter),
    two + third.toUpperCase(),
    ...upTo(first).map((letter) => head + letter + rest.join('')),
  ]
}
