/** Initials and short names that no two of a team share. */
import { firstName, initials, wordsOf } from './people-names.ts'

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

/** 'VO'; of two people with the same ones, 'DAr' and 'DAg'. */
export function initialsOf(people: readonly Named[]): Map<number, string> {
  const two = people.map((person) => initials(person.professional_name))
  return new Map(
    people.map((person, i) => {
      const isShared = two.filter((other) => other === two[i]).length > 1
      return [
        person.id,
        two[i]! + (isShared ? ([...(wordsOf(person.professional_name)[1] ?? '')][1] ?? '') : ''),
      ]
    }),
  )
}
