import { statusLabel } from '#domain/appointment.ts'
import type { OwnAppointment } from './owner-queries.ts'

const columns: [title: string, value: (row: OwnAppointment) => Cell][] = [
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
  ['Precio', (row) => row.price],
  ['Precio cobrado', (row) => row.actual_price],
  ['Notas', (row) => row.notes],
  ['Motivo', (row) => row.cancellation_reason || row.no_show_reason],
]

/** The appointments as a table, a line each, made while they are read. */
export const appointmentsCsv = (pages: AsyncIterable<OwnAppointment[]>): AsyncGenerator<string> =>
  tableParts(
    columns.map(([title]) => title),
    pages,
    (row) => columns.map(([, value]) => value(row)),
  )

export type Cell = string | number | null

/**
 * A table that a Spanish Excel opens by a double click: a mark that says UTF-8, semicolons between the cells, decimal
 * commas.
 */
export const table = (titles: string[], rows: Cell[][]): string => MARK + lines([titles, ...rows])

/** The same, a page of rows after the other. */
export async function* tableParts<Row>(
  titles: string[],
  pages: AsyncIterable<Row[]>,
  cells: (row: Row) => Cell[],
): AsyncGenerator<string> {
  yield MARK + lines([titles])
  for await (const rows of pages) yield lines(rows.map(cells))
}

const MARK = '\uFEFF'

const lines = (rows: Cell[][]): string => rows.map((row) => row.map(cell).join(';') + '\r\n').join('')

function cell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value).replace('.', ',')
  // A cell that begins like a formula would be run as one; a phone number's plus too.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}
