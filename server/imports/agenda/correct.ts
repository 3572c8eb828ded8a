import { readAppointment, type AgendaField } from '#domain/import/agenda-row.ts'
import type { BusinessId } from '../../accounts/owner.ts'
import type { Tx } from '../../database/db.ts'
import { invalid, notFound } from '../../http/refusal.ts'
import { type lockImport, noteOutcomes, rowsAfter, typeRow } from '../queries.ts'
import { judging } from './judge.ts'
import { lookThroughAgenda, outcomesOf } from './look.ts'
import { placeOf, typedOfRow } from './place.ts'

interface Correction {
  n: number
  typed: Partial<Record<AgendaField, string | undefined>>
  nowMs: number
}
type Draft = NonNullable<Awaited<ReturnType<typeof lockImport>>>

/** Longer lists are not looked through again for one row: whether it meets another one is then seen while importing. */
const FEW_ROWS = 2000

/**
 * Writes something else for a row of a draft.
 * @throws Refusal 400 with the field's sentence when it is still wrong, 404 for a row that is not there.
 */
export async function correctAppointment(
  tx: Tx,
  owner: BusinessId,
  found: Draft,
  { n, typed, nowMs }: Correction,
): Promise<void> {
  const [row] = await rowsAfter(tx, owner, found.id, n - 1, 1)
  if (row?.n !== n || row.cells.length === 0) throw notFound('Fila no encontrada')
  const place = await placeOf(tx, owner, found, nowMs)
  const given = Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== undefined))
  const said = typedOfRow({ ...row, typed: null }, place)
  const now = { ...said, ...row.typed, ...given }
  const read = readAppointment(now, place)
  if (!('row' in read)) throw invalid({ [read.field]: read.error })
  const judged = await judging(tx, place)([{ ...row, typed: now }])
  const [still] = judged.wrong
  if (still) throw invalid({ [still.field === 'hours' ? 'time' : still.field]: still.error })
  await typeRow(tx, owner, { import_id: found.id, n }, { typed: now, said })
  if (found.row_count > FEW_ROWS) return void (await noteOutcomes(tx, owner, found.id, outcomesOf(judged)))
  const { found: _, ...choices } = found.agenda!
  const { headings, mapping } = place
  await lookThroughAgenda(tx, owner, { import_id: found.id, headings, mapping, choices, nowMs })
}
