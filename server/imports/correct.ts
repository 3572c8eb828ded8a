import { readRow, typedOf, type RowField } from '#domain/import/row.ts'
import type { BusinessId } from '../accounts/owner.ts'
import type { Tx } from '../database/db.ts'
import { invalid, notFound } from '../http/refusal.ts'
import { judged, type Columns } from './look.ts'
import { noteOutcomes, rowsAfter, typeRow } from './queries.ts'

interface Correction {
  import_id: number
  n: number
  typed: Partial<Record<RowField, string | undefined>>
}

/**
 * Writes something else for a row of a draft.
 * @throws Refusal 400 with the field's sentence when it is still wrong, 404 for a row that is not there.
 */
export async function correct(
  tx: Tx,
  owner: BusinessId,
  { import_id, n, typed }: Correction,
  columns: Columns,
): Promise<void> {
  const [row] = await rowsAfter(tx, owner, import_id, n - 1, 1)
  if (row?.n !== n || row.cells.length === 0) throw notFound('Fila no encontrada')
  const said = typedOf(row.cells, columns.mapping, columns)
  const now = { ...said, ...row.typed, ...definedOnly(typed) }
  const read = readRow(now, columns.iso, columns.order)
  if ('error' in read) throw invalid({ [read.field]: read.error })
  await typeRow(tx, owner, { import_id, n }, { typed: now, said })
  await noteOutcomes(tx, owner, import_id, await judged(tx, owner, [{ ...row, typed: now }], columns))
}

const definedOnly = (typed: Correction['typed']) =>
  Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== undefined)) as Partial<
    Record<RowField, string>
  >
