import { parse } from 'csv-parse/sync'
import { IMPORT_MAX_ROWS } from '#domain/import/row.ts'
import { TOO_MUCH, Unreadable } from './unreadable.ts'

const DELIMITERS = [';', ',', '\t', '|'] as const
// Above the headings there may be a title, and after each line an empty one, as some programs on Windows write.
const MOST_LINES = 2 * IMPORT_MAX_ROWS + 100

/** The cells of a text with separators: those that the first lines agree on. */
export function rowsOfCsv(text: string): string[][] {
  // Excel says so in a line of its own.
  const [declaration, said] = /^sep=(.)\r?\n/i.exec(text) ?? []
  const rest = declaration === undefined ? text : text.slice(declaration.length)
  const rows = parsed(rest, said ?? delimiterOf(rest))
  if (rows.length > MOST_LINES) throw new Unreadable(TOO_MUCH)
  return rows
}

function parsed(text: string, delimiter: string): string[][] {
  try {
    return parse(text, {
      delimiter,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: 200_000,
      // One more says that there are more.
      to: MOST_LINES + 1,
    })
  } catch {
    throw new Unreadable()
  }
}

/** The separator that stands most often between the texts of the first lines. */
function delimiterOf(text: string): string {
  const start = text.slice(0, 20_000).replace(/"(?:[^"]|"")*"/g, '')
  const lines = start.split(/\r\n|\r|\n/).filter((line) => line !== '')
  const scores = DELIMITERS.map((delimiter) => {
    const counts = lines.slice(0, 20).map((line) => line.split(delimiter).length - 1)
    return counts.reduce((sum, count) => sum + Math.min(count, 50), 0)
  })
  return DELIMITERS[scores.indexOf(Math.max(...scores))]!
}
