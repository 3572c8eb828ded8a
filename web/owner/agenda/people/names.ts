/** Short names of professionals that no two of them share. */
interface Named {
  id: number
  professional_name: string
}

const TITLES = /^(dra?|lic|prof|sra?|srta)\.?\s+/i

const wordsOf = ({ professional_name }: Named): string[] =>
  professional_name.trim().replace(TITLES, '').split(/\s+/)

/** The first name, or the whole name of those who share it. */
export function shortNames(people: readonly Named[]): Map<number, string> {
  const first = people.map((person) => wordsOf(person)[0]!)
  return new Map(
    people.map((person, i) => [
      person.id,
      first.filter((name) => name === first[i]).length > 1 ? person.professional_name : first[i]!,
    ]),
  )
}

/** 'VO'; of two people with the same ones, 'DAr' and 'DAg'. */
export function initialsOf(people: readonly Named[]): Map<number, string> {
  const two = people.map((person) =>
    wordsOf(person)
      .slice(0, 2)
      .map((word) => word.charAt(0).toUpperCase())
      .join(''),
  )
  return new Map(
    people.map((person, i) => {
      const isShared = two.filter((other) => other === two[i]).length > 1
      return [person.id, two[i]! + (isShared ? (wordsOf(person)[1]?.charAt(1) ?? '') : '')]
    }),
  )
}
