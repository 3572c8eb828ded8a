import type { Target } from '#domain/import/columns.ts'
import { sorter, type Outcome } from '#domain/import/match.ts'
import { readRow, typedOf, type ClientRow, type ReadRow } from '#domain/import/row.ts'
import { tagRoom } from '#domain/import/tags.ts'
import type { DateOrder } from '#domain/import/when.ts'
import type { BusinessId } from '../accounts/owner.ts'
import type { Db, Tx } from '../database/db.ts'
import { knownCards } from './match-queries.ts'
import { noteOutcomes, rowsAfter, type Judged, type StoredRow } from './queries.ts'
import { labelsOf } from './tag-queries.ts'
import { inTurns } from '../turns/turns.ts'

export const AT_ONCE = 500

export interface Columns {
  mapping: Target[]
  headings: string[]
  /** Whose telephones they are that name no country. */
  iso: string
  /** Whether birthdays have the day or the month first. */
  order: DateOrder
}

const readStored = ({ cells, typed }: StoredRow, { mapping, ...columns }: Columns): ReadRow =>
  readRow({ ...typedOf(cells, mapping, columns), ...typed }, columns.iso, columns.order)

/** Notes of each row of a draft what importing it would do; nothing else is written. */
export async function lookThrough(tx: Tx, owner: BusinessId, import_id: number, columns: Columns) {
  const inTurn = { sort: sorter(), fits: tagRoom(await labelsOf(tx, owner)) }
  for (let reached = 0; ;) {
    const rows = await rowsAfter(tx, owner, import_id, reached, AT_ONCE)
    if (rows.length === 0) return
    await noteOutcomes(tx, owner, import_id, await judged(tx, owner, rows, columns, inTurn))
    reached = rows.at(-1)!.n
  }
}

export async function judged(
  db: Db | Tx,
  owner: BusinessId,
  rows: StoredRow[],
  columns: Columns,
  inTurn?: { sort: ReturnType<typeof sorter>; fits: ReturnType<typeof tagRoom> },
): Promise<Judged[]> {
  const { sort, fits } = inTurn ?? { sort: sorter(), fits: tagRoom(await labelsOf(db, owner)) }
  const { wrong, right } = await readAll(rows, columns, fits)
  const known = await knownCards(db, owner, right)
  const outcomes: Judged[] = []
  for await (const { n, row } of inTurns(right)) {
    const card = known.get(n)
    outcomes.push({ n, card_id: card?.id, outcome: sort(row, card).outcome })
  }
  return [...wrong.map((row) => ({ ...row, outcome: 'error' as const })), ...outcomes]
}

/** The rows that can be taken, and those that cannot, with the reason. */
export async function readAll(rows: StoredRow[], columns: Columns, fits: ReturnType<typeof tagRoom>) {
  const wrong: { n: number; field: keyof ClientRow; error: string }[] = []
  const right: { n: number; row: ClientRow }[] = []
  for await (const stored of inTurns(rows)) {
    const read = readStored(stored, columns)
    const error = 'row' in read ? fits(read.row) : undefined
    if ('error' in read) wrong.push({ n: stored.n, field: read.field, error: read.error })
    else if (error !== undefined) wrong.push({ n: stored.n, field: 'tags', error })
    else right.push({ n: stored.n, row: read.row })
  }
  return { wrong, right }
}

export type Sorted = { n: number; row: ClientRow } & Outcome
