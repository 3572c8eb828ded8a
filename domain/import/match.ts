/** Which of the rows of a file are new people, and what the others add to those who are known. */
import { MOST_CARD_TAGS } from '../tag.ts'
import { keepFirst, plainName, sharing } from './names-alike.ts'
import type { ClientRow } from './row.ts'
import { plainTag } from './tags.ts'

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
 * which cards are matched (card_known() in migrations/0926_merged_known_by_name.sql).
 */
export function sorter() {
  const byPhone = sharing(nameOf)
  const byEmail = sharing(nameOf)
  const byDocument = new Map<string, Person>()
  const byName = new Map<string, Person>()
  const filledOf = new Map<number, Set<string>>()

  function know(person: Person, row: ClientRow) {
    byPhone.add(row.client_phone, person)
    byEmail.add(row.client_email?.toLowerCase() ?? '', person)
    if (row.client_id) keepFirst(byDocument, row.client_id, person)
    keepFirst(byName, plainName(row.client_name), person)
  }
  const earlier = (row: ClientRow): Person | undefined =>
    byPhone.find(row.client_phone, row.client_name) ??
    byEmail.find(row.client_email?.toLowerCase() ?? '', row.client_name) ??
    byDocument.get(row.client_id ?? '') ??
    (isNameAlone(row) ? byName.get(plainName(row.client_name)) : undefined)

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

const nameOf = ({ row }: Person) => row.client_name

/** The tags of both, as many as a card may have. */
function together(tags: string[], more: string[]): string[] {
  const known = new Set(tags.map(plainTag))
  return [...tags, ...more.filter((label) => !known.has(plainTag(label)))].slice(0, MOST_CARD_TAGS)
}

/** Whether there is nothing but a name, by which alone somebody is then known again. */
const isNameAlone = ({ client_phone, client_email, client_id }: ClientRow): boolean =>
  client_phone === '' && client_email === null && client_id === null
