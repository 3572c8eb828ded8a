/** Which names are one person's, and who of many has one of them. */
import { plain } from '../normal-form.ts'

/** A name as it is compared: its words, without accents, capitals and title, as name_words() of the database has it. */
const nameWords = (name: string): string[] =>
  plainName(name)
    .replace(/^(sra?|srta|dra?|don|dona)\.? +/, '')
    .split(' ')
    .filter(Boolean)

export const plainName = (name: string): string => plain(name.trim())

/** Whether two names may be one person's, as similar_names() of the database has it. */
export const similarNames = (one: string, other: string): boolean =>
  similarWords(nameWords(one), nameWords(other))

const similarWords = (a: readonly string[], b: readonly string[]): boolean =>
  a[0] === b[0] || a.every((word) => b.includes(word)) || b.every((word) => a.includes(word))

/** How somebody is named and reached: an empty telephone is none. */
interface Reached {
  client_name: string
  client_phone: string
  client_email: string | null
}

/** Whether two who have an appointment at the same moment may be one person: similar names, and no contact that says otherwise. */
export function mayBeOne(one: Reached, other: Reached): boolean {
  if (!similarNames(one.client_name, other.client_name)) return false
  if (one.client_phone && other.client_phone) return one.client_phone === other.client_phone
  const [email, another] = [one.client_email?.toLowerCase(), other.client_email?.toLowerCase()]
  return !email || !another || email === another
}

/** Of people who share a telephone or an e-mail, with how many a name is compared. */
const COMPARED = 200

interface Sharing<Person> {
  people: Set<Person>
  byName: Map<string, Person>
  byFirstWord: Map<string, Person>
  compared: { person: Person; words: string[] }[]
}

/**
 * People by a telephone or an e-mail that several may share. As in the database (card_of() in migrations/0896_cards_of_one_phone.sql)
 * somebody of the same name goes before the others; among more than 200, who begins with the same word is found, and any other
 * similar name only among the first ones.
 */
export function sharing<Person extends object>(nameOf: (person: Person) => string) {
  const byKey = new Map<string, Sharing<Person>>()

  function add(key: string, person: Person) {
    if (key === '') return
    let of = byKey.get(key)
    if (!of) {
      of = { people: new Set(), byName: new Map(), byFirstWord: new Map(), compared: [] }
      byKey.set(key, of)
    }
    if (of.people.has(person)) return
    of.people.add(person)
    const name = nameOf(person)
    const words = nameWords(name)
    keepFirst(of.byName, plainName(name), person)
    keepFirst(of.byFirstWord, words[0] ?? '', person)
    if (of.compared.length < COMPARED) of.compared.push({ person, words })
  }
  function find(key: string, name: string): Person | undefined {
    const of = byKey.get(key)
    if (!of) return undefined
    const same = of.byName.get(plainName(name))
    if (same) return same
    const words = nameWords(name)
    const similar = of.compared.find((each) => similarWords(each.words, words))
    return similar?.person ?? of.byFirstWord.get(words[0] ?? '')
  }
  return { add, find }
}

/** Notes what a key means, unless it is known. */
export function keepFirst<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (!map.has(key)) map.set(key, value)
}
