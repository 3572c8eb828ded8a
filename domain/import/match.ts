/** Which of the rows of a file are new people, and what the others add to those who are known. */
import { MOST_CARD_TAGS } from '../tag.ts'
import type { ClientRow } from './row.ts'
import { plainTag } from './tags.ts'

/** A name as it is compared: its words, without accents, capitals and title, as name_words() of the database has it. */
export const nameWords = (name: string): string[] =>
  plain(name)
    .replace(/^(sra?|srta|dra?|don|dona)\.? +/, '')
    .split(' ')
    .filter(Boolean)

const plain = (name: string) => name.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether two names may be one person's, as similar_names() of the database has it. */
export function similarNames(one: string, other: string): boolean {
  const [a, b] = [nameWords(one), nameWords(other)]
  return a[0] === b[0] || a.every((word) => b.includes(word)) || b.every((word) => a.includes(word))
}

const FIELDS = ['client_phone', 'client_email', 'client_id', 'birthday', 'alert', 'note'] as const
type Field = (typeof FIELDS)[number]

/** What a card that a row was matched with lacks. */
export interface KnownCard {
  id: number
  lacks: Record<Field, boolean>
  /** The row's tags that it has not, and how many more it may have. */
  tags: { lacked: string[]; room: number }
}
export type Filled = Partial<Pick<ClientRow, Field | 'tags'>>
/** What an import noted of a row, to take it back: its tags by their ids. */
export type Noted = Omit<Filled, 'tags'> & { tag_ids?: number[] }

export type Outcome =
  /** Nobody like this is known. */
  | { outcome: 'new'; person: Person }
  /** The same person as an earlier row of the file, who is new. */
  | { outcome: 'again'; person: Person }
  /** A card is there that lacks what the row says. */
  | { outcome: 'update'; card: number; filled: Filled }
  | { outcome: 'known'; card: number }

/** Somebody whom the file names for the first time, with all that its rows say. */
export interface Person {
  row: ClientRow
}

/**
 * Sorts rows out, one after the other: a row that is like an earlier one of a new person belongs to that one, by the rule by
 * which cards are matched (card_of() in migrations/0361_client_cards.sql).
 */
export function sorter() {
  const byPhone = new Map<string, Person[]>()
  const byEmail = new Map<string, Person[]>()
  const byDocument = new Map<string, Person[]>()
  const byName = new Map<string, Person>()
  const filledOf = new Map<number, Set<string>>()

  const add = (map: Map<string, Person[]>, key: string | null, person: Person) => {
    if (key) map.set(key, [...(map.get(key) ?? []), person])
  }
  function know(person: Person, row: ClientRow) {
    add(byPhone, row.client_phone, person)
    add(byEmail, row.client_email?.toLowerCase() ?? null, person)
    add(byDocument, row.client_id, person)
    const name = plain(row.client_name)
    if (!byName.has(name)) byName.set(name, person)
  }
  function earlier(row: ClientRow): Person | undefined {
    const similar = (person: Person) => similarNames(person.row.client_name, row.client_name)
    return (
      byPhone.get(row.client_phone)?.find(similar) ??
      byEmail.get(row.client_email?.toLowerCase() ?? '')?.find(similar) ??
      byDocument.get(row.client_id ?? '')?.[0] ??
      (isNameAlone(row) ? byName.get(plain(row.client_name)) : undefined)
    )
  }

  return (row: ClientRow, known: KnownCard | undefined): Outcome => {
    if (known) {
      const before = filledOf.get(known.id) ?? new Set()
      const filled: Filled = {}
      for (const field of FIELDS) {
        if (!row[field] || !known.lacks[field] || before.has(field)) continue
        Object.assign(filled, { [field]: row[field] })
        before.add(field)
      }
      const given = [...before].filter((key) => key.startsWith('#')).length
      const tags = known.tags.lacked
        .filter((label) => !before.has(`#${plainTag(label)}`))
        .slice(0, Math.max(0, known.tags.room - given))
      for (const label of tags) before.add(`#${plainTag(label)}`)
      if (tags.length > 0) filled.tags = tags
      filledOf.set(known.id, before)
      return Object.keys(filled).length > 0
        ? { outcome: 'update', card: known.id, filled }
        : { outcome: 'known', card: known.id }
    }
    const person = earlier(row)
    if (!person) {
      const made = { row: { ...row } }
      know(made, row)
      return { outcome: 'new', person: made }
    }
    for (const field of FIELDS) if (!person.row[field]) Object.assign(person.row, { [field]: row[field] })
    person.row.tags = together(person.row.tags, row.tags)
    know(person, row)
    return { outcome: 'again', person }
  }
}

/** The tags of both, as many as a card may have. */
function together(tags: string[], more: string[]): string[] {
  const known = new Set(tags.map(plainTag))
  return [...tags, ...more.filter((label) => !known.has(plainTag(label)))].slice(0, MOST_CARD_TAGS)
}

/** Whether there is nothing but a name, by which alone somebody is then known again. */
export const isNameAlone = ({ client_phone, client_email, client_id }: ClientRow): boolean =>
  client_phone === '' && client_email === null && client_id === null
