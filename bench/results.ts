/** The figures of results.json: what was measured last time stands beside what is measured now, and stays where nothing new is. */

export type Results = Record<string, unknown>

/** What tells the rows of a part apart: a run that was narrowed to some of them keeps the others. */
const ROWS: Record<string, string[]> = {
  slots: ['appointments', 'connections'],
  book: ['appointments', 'connections'],
  bookUnmailed: ['appointments', 'connections'],
  reminders: ['atOnce'],
}

type Row = Record<string, unknown>

/** The row of a part's earlier figures that measured the same as `row`. */
export const rowBefore = (earlier: Results, part: string, row: Row): Row | undefined =>
  (earlier[part] as Row[] | undefined)?.find((one) => isSame(ROWS[part]!, one, row))

/** A part's figures with what was measured anew: a row takes the place of that which measured the same. */
export function withFigures(earlier: unknown, part: string, measured: unknown): unknown {
  const keys = ROWS[part]
  if (!keys) return measured
  const rows = measured as Row[]
  const kept = ((earlier ?? []) as Row[]).filter((one) => !rows.some((row) => isSame(keys, one, row)))
  return [...kept, ...rows].sort((a, b) => order(keys, a, b))
}

const isSame = (keys: string[], a: Row, b: Row) => keys.every((key) => a[key] === b[key])

const order = (keys: string[], a: Row, b: Row) =>
  keys.map((key) => Number(a[key]) - Number(b[key])).find((difference) => difference !== 0) ?? 0
