import { normalForm } from '#domain/normal-form.ts'
import {
  type AgendaGuess,
  guessAgenda,
  knownAgendaHeadings,
  looksLikeAppointment,
} from '#domain/import/agenda-columns.ts'
import {
  guessColumns,
  knownHeadings,
  looksLikeData,
  originOf,
  type Guess,
  type Origin,
} from '#domain/import/columns.ts'
import type { ImportKind } from '#domain/import/state.ts'
import { IMPORT_MAX_COLUMNS, IMPORT_MAX_ROWS } from '#domain/import/row.ts'
import { HEAD_ROWS, rowsOfCsv } from './csv.ts'
import { textOf } from './text.ts'
import { MARKUP, OLD_EXCEL, PDF, TOO_MUCH, Unreadable } from './unreadable.ts'
import { rowsOfVcards } from './vcard.ts'
import { rowsOfXlsx } from './xlsx.ts'

/** A list of clients or appointments as it was read. */
export interface List {
  columns: string[]
  guesses: Guess[] | AgendaGuess[]
  origin: Origin | null
  /** The number of rows. */
  count: number
  /** Rows with their number in the file, as JSON: [[2, ['Ana', …]], …], some hundreds in each text. */
  batches: string[]
}

// More is no name, number or note that a card takes.
const MOST_OF_A_CELL = 2500
const MOST_CHARACTERS = 20_000_000
const AT_ONCE = 500
const NO_APPOINTMENTS = 'Ese archivo es de contactos. Las citas vienen en un archivo CSV o Excel (.xlsx).'

interface Reading {
  known: (cells: readonly string[]) => number
  isData: (cells: readonly string[]) => boolean
  guess: (headings: readonly string[], rows: readonly (readonly string[])[]) => List['guesses']
}
const READING: Record<ImportKind, Reading> = {
  clients: { known: knownHeadings, isData: looksLikeData, guess: guessColumns },
  appointments: { known: knownAgendaHeadings, isData: looksLikeAppointment, guess: guessAgenda },
}

/** Reads a list by what the file contains; its name only helps to guess where it comes from. */
export function readList(bytes: Buffer, fileName: string, kind: ImportKind = 'clients'): List {
  const { rows, isVcard } = tableOf(bytes, READING[kind])
  if (isVcard && kind === 'appointments') throw new Unreadable(NO_APPOINTMENTS)
  const head = headOf(rows, READING[kind])
  const width = Math.min(IMPORT_MAX_COLUMNS, Math.max(0, ...rows.map((row) => row.length)))
  const filled = new Set<number>()
  const listed: [n: number, cells: string[]][] = []
  let characters = 0
  for (const [index, row] of rows.entries()) {
    if (index <= head || !row.some((cell) => cell.trim() !== '')) continue
    for (const [column, cell] of row.entries()) if (cell.trim() !== '') filled.add(column)
    listed.push([index + 1, row])
  }
  if (listed.length === 0) throw new Unreadable('El archivo no tiene filas con datos.')
  if (listed.length > IMPORT_MAX_ROWS) throw new Unreadable(TOO_MUCH)
  // Columns that are empty in every row are left out: address books write dozens of them.
  const kept = Array.from({ length: width }, (_, column) => column).filter((column) => filled.has(column))
  const columns = kept.map((column) => headingOf(rows[head]?.[column], column))
  const cells = listed.map(([n, row]): [number, string[]] => {
    const cut = kept.map((column) => cellText(row[column] ?? ''))
    for (const cell of cut) characters += cell.length
    return [n, cut]
  })
  if (characters > MOST_CHARACTERS) throw new Unreadable(TOO_MUCH)
  const batches = []
  for (let start = 0; start < cells.length; start += AT_ONCE)
    batches.push(JSON.stringify(cells.slice(start, start + AT_ONCE)))
  const names = kept.map((column) => (head >= 0 ? (rows[head]?.[column] ?? '') : ''))
  return {
    columns,
    guesses: READING[kind].guess(
      names,
      cells.slice(0, 100).map(([, row]) => row),
    ),
    origin: originOf(fileName, names) ?? (isVcard ? 'contacts' : null),
    count: cells.length,
    batches,
  }
}

function tableOf(bytes: Buffer, { known }: Reading): { rows: string[][]; isVcard: boolean } {
  if (bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4])))
    return { rows: rowsOfXlsx(bytes), isVcard: false }
  if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) throw new Unreadable(OLD_EXCEL)
  if (bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Unreadable(PDF)
  const text = textOf(bytes)
  if (/^\s*<(!doctype html|\?xml|html|head|body|table|style|meta)\b/i.test(text)) throw new Unreadable(MARKUP)
  return /^\s*BEGIN:VCARD/i.test(text)
    ? { rows: rowsOfVcards(text), isVcard: true }
    : { rows: rowsOfCsv(text, known), isVcard: false }
}

/** The row of the headings: of the first ones that which has most of them; -1 when the list begins with somebody. */
function headOf(rows: string[][], { known, isData }: Reading): number {
  const first = rows.slice(0, HEAD_ROWS)
  const scores = first.map(known)
  const best = Math.max(...scores, 0)
  if (best > 0) return scores.indexOf(best)
  const start = first.findIndex((row) => row.some((cell) => cell.trim() !== ''))
  return start >= 0 && !isData(first[start]!) ? start : -1
}

const headingOf = (name: string | undefined, column: number): string =>
  // By characters: half of one is nothing that a database holds.
  [...cellText(name ?? '')].slice(0, 80).join('') || `Columna ${column + 1}`

/** Without what a database cannot hold, each letter in the form in which it is searched. */
const cellText = (cell: string): string => {
  const text = cell.replaceAll('\u0000', '').trim()
  // Cut first: to put a whole file of accents in order takes long.
  return normalForm(text.slice(0, MOST_OF_A_CELL).toWellFormed(), 'NFC')
}
