import type { Appointment } from '#domain/api/appointment.ts'
import { statusLabel } from '#domain/appointment.ts'
import { isOpenPrice, type PriceKind } from '#domain/money.ts'
import { countryOfPhone } from '#domain/phone.ts'

const columns: [title: string, value: (row: Appointment) => Cell][] = [
  ['Fecha', (row) => row.appointment_date],
  ['Hora', (row) => row.appointment_time],
  ['Duración (min)', (row) => row.duration_minutes],
  ['Cliente', (row) => row.client_name],
  ['Teléfono', (row) => row.client_phone],
  ['Correo', (row) => row.client_email],
  ['Cédula', (row) => row.client_id],
  ['Servicio', (row) => row.service_name],
  ['Profesional', (row) => row.professional_name],
  ['Estado', (row) => statusLabel(row)],
  ['Precio', statedPrice],
  ['Precio cobrado', (row) => row.actual_price],
  ['Notas', (row) => row.notes],
  ['Motivo', (row) => row.cancellation_reason || row.no_show_reason],
]

/** The appointments as a table, one per line, generated while they are read. */
export const appointmentsCsv = (pages: AsyncIterable<Appointment[]>, style: Style): AsyncGenerator<string> =>
  tableParts(
    columns.map(([title]) => title),
    pages,
    style,
    (row) => columns.map(([, value]) => value(row)),
  )

/** Nothing while nobody said what it costs. */
export function statedPrice({ price, price_kind }: { price: number; price_kind: PriceKind }) {
  return isOpenPrice(price, price_kind) ? null : price
}

export type Cell = string | number | null

/** What the Excel of a country expects between cells, and before decimals. */
export interface Style {
  separator: ';' | ','
  decimal: ',' | '.'
}

// Where decimals have a point, lists have commas.
const WITH_COMMAS = ['MX', 'US', 'PR', 'DO', 'GT', 'SV', 'HN', 'NI', 'PA', 'PE', 'CU']

/** The style of the country that the business's telephone is of. */
export const styleOf = (phone: string): Style =>
  WITH_COMMAS.includes(countryOfPhone(phone))
    ? { separator: ',', decimal: '.' }
    : { separator: ';', decimal: ',' }

/** A table that Excel opens by a double click: with a byte order mark and the country's separators. */
export const table = (titles: string[], rows: Cell[][], style: Style): string =>
  MARK + lines([titles, ...rows], style)

/** The same, in pages of rows. The titles come with the first ones: what cannot be read is refused before anything is sent. */
export async function* tableParts<Row>(
  titles: string[],
  pages: AsyncIterable<Row[]>,
  style: Style,
  cells: (row: Row) => Cell[],
): AsyncGenerator<string> {
  let before = MARK + lines([titles], style)
  for await (const rows of pages) {
    yield before + lines(rows.map(cells), style)
    before = ''
  }
  if (before) yield before
}

const MARK = '\uFEFF'

const lines = (rows: Cell[][], style: Style): string =>
  rows.map((row) => row.map((value) => cell(value, style)).join(style.separator) + '\r\n').join('')

function cell(value: Cell, { decimal }: Style): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value).replace('.', decimal)
  return `"${harmless(value).replaceAll('"', '""')}"`
}

// All that is white, by name: JavaScript and PostgreSQL do not agree on \s.
const WHITE =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

/** What a formula begins with. */
export const SIGN = '[=+@＝＋－＠-]'

/**
 * Where a text begins that Excel would run, as PostgreSQL looks for it in texts that its checks keep short (`harmless` finds
 * the same); without `{1,1}?` it takes the longer of two.
 */
export const FORMULA = `(^|[,;\t\r\n]){1,1}?(?=[${WHITE}"']*${SIGN})`
/** A telephone number, also for PostgreSQL. */
export const TELEPHONE = '^\\+[0-9]{7,15}$'

const sign = new RegExp(SIGN)
const white = new RegExp(`[${WHITE}"']`)
const separator = /[,;\t\r\n]/
const telephone = new RegExp(TELEPHONE)

/**
 * Excel runs a cell that begins like a formula; an apostrophe makes it text. A spreadsheet that takes another
 * separator splits texts at it, and then what follows begins a cell, too. Telephone numbers are no formulas and
 * stay as they are, so that they can be read in again.
 */
function harmless(text: string): string {
  if (!sign.test(text) || telephone.test(text)) return text
  // From its end, because FORMULA would read a long run of white anew for each of its characters.
  const parts: string[] = []
  let end = text.length
  let isFormula = false
  for (let at = text.length - 1; at >= 0; at--) {
    const character = text[at]!
    const isWhite = white.test(character)
    // A separator at the beginning is before the apostrophe of the whole text, if it is white itself.
    if (isFormula && separator.test(character) && !(at === 0 && isWhite)) {
      parts.push(text.slice(at + 1, end))
      end = at + 1
    }
    isFormula = sign.test(character) || (isFormula && isWhite)
  }
  parts.push(text.slice(0, end))
  return (isFormula ? "'" : '') + parts.reverse().join("'")
}
