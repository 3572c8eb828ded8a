import { parse } from 'csv-parse/sync'
import { IMPORT_MAX_ROWS } from '#domain/import/row.ts'
import { TOO_MUCH, Unreadable } from './unreadable.ts'

const DELIMITERS = [';', ',', '\t', '|'] as const
// Above the headings there may be a title, and after each line an empty one, as some programs on Windows write.
const MOST_LINES = 2 * IMPORT_MAX_ROWS + 100

/** Among how many of the first rows the headings are looked for. */
export const HEAD_ROWS = 15
type Known = (cells: readonly string[]) => number

/** The cells of a text with separators. @param known counts the headings of a row that are known. */
export function rowsOfCsv(text: string, known: Known): string[][] {
  // Excel says so in a line of its own.
  const [declaration, said] = /^sep=(.)\r?\n/i.exec(text) ?? []
  const rest = declaration === undefined ? text : text.slice(declaration.length)
  const rows = parsed(rest, said ?? delimiterOf(rest, known))
  if (rows.length > MOST_LINES) throw new Unreadable(TOO_MUCH)
  return rows
}

function parsed(text: string, delimiter: string): string[][] {
  try {
    // One more says that there are more.
    return parse(text, { ...READING, delimiter, to: MOST_LINES + 1 })
  } catch {
    throw new Unreadable()
  }
}

const READING = {
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: false,
  max_record_size: 200_000,
} as const

/**
 * The separator under which one of the first rows has most headings that are known: texts have commas, too. Or else that
 * which most lines have as often, and of those the one that stands most often.
 */
function delimiterOf(text: string, known: Known): string {
  const start = text.slice(0, 20_000)
  const lines = start
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line !== '')
    .slice(0, 20)
  const scores = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => Math.min(line.split(delimiter).length - 1, 50)).filter(Boolean)
    const alike = counts.map((count) => counts.filter((other) => other === count).length)
    return {
      delimiter,
      headings: Math.max(0, ...firstRows(start, delimiter).map(known)),
      alike: Math.max(0, ...alike),
      total: counts.reduce((sum, count) => sum + count, 0),
    }
  })
  return scores.toSorted((a, b) => b.headings - a.headings || b.alike - a.alike || b.total - a.total)[0]!
    .delimiter
}

/** The first rows of a text that is cut off somewhere. */
function firstRows(start: string, delimiter: string): string[][] {
  try {
    return parse(start, { ...READING, delimiter, to: HEAD_ROWS })
  } catch {
    return []
  }
}
