/** Cards of the same person that become one, and what is said of it. */
import { errorsOf, type FieldErrors, idOf, type Input } from './fields.ts'

/** How long a merge can be taken back. */
export const UNMERGE_DAYS = 30
/** How many cards become part of another at once. */
const MOST_MERGED = 10

export const MERGE_SENTENCES = {
  none: 'Elige las fichas que se unen',
  itself: 'Elige dos fichas distintas',
  many: `Une hasta ${MOST_MERGED} fichas a la vez`,
  merged: 'Una de estas fichas ya se unió con otra. Revisa cómo quedó ahora.',
  withdrawn:
    'En una de estas fichas se retiró la autorización de datos de salud. Borra antes los que quedan en la otra, y luego únelas.',
  noMerge: 'Esa unión ya no se puede deshacer',
  late: `Una unión se puede deshacer durante ${UNMERGE_DAYS} días`,
  newest: 'Primero deshaz la unión más reciente de esta ficha',
} as const

/** The cards that a request names, each once; undefined when one is no id. */
export function cardIds(value: unknown): number[] | undefined {
  const ids = Array.isArray(value) ? value.map(idOf) : []
  return ids.every((id) => id !== undefined) ? [...new Set(ids)] : undefined
}

function mergeError(keep: number | undefined, merge: unknown): string | undefined {
  if (!Array.isArray(merge) || merge.length === 0) return MERGE_SENTENCES.none
  if (merge.length > MOST_MERGED) return MERGE_SENTENCES.many
  const ids = cardIds(merge)
  if (!ids) return MERGE_SENTENCES.none
  return keep && ids.includes(keep) ? MERGE_SENTENCES.itself : undefined
}

export const mergeErrors = ({ keep, merge }: Input): FieldErrors =>
  errorsOf({
    keep: idOf(keep) ? undefined : MERGE_SENTENCES.none,
    merge: mergeError(idOf(keep), merge),
  })

/** What two cards that may be of one person have in common. */
export const ALIKE = ['phone', 'email', 'document', 'name'] as const
export type Alike = (typeof ALIKE)[number]

export const ALIKE_LABELS: Record<Alike, string> = {
  phone: 'Mismo teléfono',
  email: 'Mismo correo',
  document: 'Misma cédula',
  name: 'Nombre y número parecidos',
}

/** The error of two cards that are said to be two people. */
export const pairError = (value: unknown): string | undefined =>
  Array.isArray(value) && value.length === 2 && cardIds(value)?.length === 2
    ? undefined
    : MERGE_SENTENCES.itself
