/** Tags as spreadsheets, address books and other agendas write them. */
import { plain } from '../normal-form.ts'
import { MOST_CARD_TAGS, MOST_TAGS, tagError, tagLabel } from '../tag.ts'

/** What address books sort by themselves, and what the list of clients says by itself. */
const BY_ITSELF = ['mycontacts', 'starred', 'nuevo', 'frecuente']

/** A label as it is compared. */
export const plainTag = (label: string): string => plain(label)

// Our own lists have it before what a spreadsheet would run (server/appointments/csv.ts).
const APOSTROPHE = /(^|,)'(?=[\s"']*[=+@＝＋－＠-])/g

/**
 * 'Color; VIP', 'Color, VIP', '* myContacts ::: VIP' → ['Color', 'VIP'], ['Color', 'VIP'], ['VIP']; where semicolons stand, all
 * else belongs to the tags.
 */
export function tagsIn(cell: string): string[] {
  const isDivided = cell.includes(';')
  const parts = cell.split(isDivided ? /[;\n]/ : /[|\n]|:::/)
  const labels = (parts.length > 1 ? parts : cell.split(','))
    .map((part) => part.replace(APOSTROPHE, '$1'))
    .map((part) => tagLabel(isDivided ? part : part.replace(/^\s*#/, '')))
    .filter(
      (label) => /[^\s,.-]/.test(label) && !label.startsWith('* ') && !BY_ITSELF.includes(plainTag(label)),
    )
  return [...new Map(labels.toReversed().map((label) => [plainTag(label), label])).values()].reverse()
}

/** Tags in one cell, as `tagsIn` reads them: a semicolon also after a single one that would be divided or cut. */
export const tagCell = (labels: readonly string[]): string =>
  labels.join('; ') + (labels.length === 1 && /[,|#]|:::/.test(labels[0]!) ? ';' : '')

/** What a row says, or why it cannot be. */
export function readTags(typed: string): { tags: string[]; error?: undefined } | { error: string } {
  const tags = tagsIn(typed)
  const wrong = tags.find((label) => tagError(label) !== undefined)
  if (wrong !== undefined) {
    const fault = tagError(wrong)!
    return {
      error: `La etiqueta «${[...wrong].slice(0, 40).join('')}» no sirve: ${fault.charAt(0).toLowerCase()}${fault.slice(1)}.`,
    }
  }
  if (tags.length > MOST_CARD_TAGS)
    return { error: `La fila tiene ${tags.length} etiquetas; una ficha tiene hasta ${MOST_CARD_TAGS}.` }
  return { tags }
}

/** Refuses rows, one after the other, with whose tags the business would have more than it may. */
export function tagRoom(labels: readonly string[]) {
  const known = new Set(labels.map(plainTag))
  return ({ tags }: { tags: readonly string[] }): string | undefined => {
    const more = tags.filter((label) => !known.has(plainTag(label)))
    if (more.length === 0) return undefined
    if (known.size + more.length > MOST_TAGS)
      return `La etiqueta «${more.at(-1)!}» no cabe: tu negocio tiene hasta ${MOST_TAGS} etiquetas.`
    for (const label of more) known.add(plainTag(label))
    return undefined
  }
}
