/** What one row of a list of appointments says, once it is known what its columns are. */
import { LONGEST_MINUTES } from '../limits.ts'
import { SHORTEST_MINUTES } from '../counter.ts'
import { minutesOf, type ClockTime, type IsoDate } from '../dates.ts'
import { cleanText, LIMITS, longText } from '../fields.ts'
import { type AgendaTarget } from './agenda-columns.ts'
import { heading, type Target } from './columns.ts'
import { fileName } from './names.ts'
import { type ClientRow, readRow, typedOf } from './row.ts'
import { type DateOrder, readDate, readInstant, readMinutes, readTime } from './when.ts'

/** How far ahead an appointment of a file may be: who means the next century has mistyped a year. */
export const AGENDA_DAYS_AHEAD = 400

const AGENDA_FIELDS = [
  'date',
  'time',
  'end',
  'duration',
  'service',
  'professional',
  'client_name',
  'client_phone',
  'client_email',
  'client_id',
  'notes',
  'status',
] as const
export type AgendaField = (typeof AGENDA_FIELDS)[number]
export type TypedAppointment = Record<AgendaField, string>

export interface AgendaRow {
  /** By the wall clock of the business, or an instant where the file says the zone. */
  at: { date: IsoDate; time: ClockTime } | number
  /** Its own length, where the file says one. */
  minutes: number | undefined
  service: string
  professional: string
  client: ClientRow
  notes: string | null
}
export type ReadAppointment = { row: AgendaRow } | { field: AgendaField; error: string }

const AS_CLIENTS: Partial<Record<AgendaTarget, Target>> = {
  client_name: 'client_name',
  last_name: 'last_name',
  client_phone: 'client_phone',
  client_email: 'client_email',
  client_id: 'client_id',
  notes: 'note',
}

/** The cells of a row by what their columns are. */
export function typedAppointment(
  cells: readonly string[],
  mapping: readonly AgendaTarget[],
  columns: { iso: string; headings: readonly string[] },
): TypedAppointment {
  const of = (target: AgendaTarget) =>
    mapping
      .flatMap((each, column) => (each === target ? [cleanText(cells[column] ?? '')] : []))
      .filter(Boolean)
  const { client_name, client_phone, client_email, client_id, note } = typedOf(
    cells,
    mapping.map((target) => AS_CLIENTS[target] ?? 'skip'),
    columns,
  )
  return {
    date: of('date')[0] ?? '',
    time: of('time')[0] ?? '',
    end: of('end')[0] ?? '',
    duration: of('duration')[0] ?? '',
    service: fileName(of('service').join(' ')),
    professional: fileName(of('professional')[0] ?? ''),
    client_name,
    client_phone,
    client_email,
    client_id,
    notes: note,
    status: of('status')[0] ?? '',
  }
}

const GONE = /cancel|anulad|eliminad|no asist|no show|noshow|ausente|rechazad|declined|deleted/

const short = (text: string) => ([...text].length > 40 ? `${[...text].slice(0, 39).join('')}…` : text)

/** Reads what was typed. What is yet to be known, whose names they are and whether the time is free, is not judged here. */
export function readAppointment(
  typed: TypedAppointment,
  { iso, order }: { iso: string; order: DateOrder },
): ReadAppointment {
  const wrong = (field: AgendaField, error: string): ReadAppointment => ({ field, error })
  const status = cleanText(typed.status)
  if (GONE.test(heading(status)))
    return wrong('status', `En el archivo dice «${short(status)}»: no se importa.`)
  const instant = readInstant(typed.date)
  const date = readDate(typed.date, order)
  if (cleanText(typed.date) === '') return wrong('date', 'Falta la fecha.')
  if (date === undefined)
    return wrong('date', `La fecha «${short(typed.date)}» no se entiende. Ejemplo: 27/11/2026.`)
  const written = typed.time || typed.date
  const time = readTime(written)
  if (time === undefined)
    return typed.time || readTime(typed.date)
      ? wrong('time', `La hora «${short(written)}» no se entiende. Ejemplo: 14:30 o 2:30 p. m.`)
      : wrong('time', 'Falta la hora.')
  const minutes = lengthOf(typed, time)
  if (minutes !== undefined && !(minutes >= SHORTEST_MINUTES && minutes <= LONGEST_MINUTES))
    return wrong(
      cleanText(typed.duration) === '' ? 'end' : 'duration',
      `La duración va de ${SHORTEST_MINUTES} a ${LONGEST_MINUTES} minutos.`,
    )
  const client = readRow({ ...typed, birthday: '', tags: '', note: '', alert: '' }, iso)
  if (!('row' in client)) return wrong(client.field as AgendaField, client.error)
  const notes = cleanText(typed.notes) || null
  const fault = longText(notes, LIMITS.text)
  if (fault) return wrong('notes', `La nota de la cita pasa de ${LIMITS.text} caracteres.`)
  return {
    row: {
      at: instant !== undefined && typed.time === '' ? instant : { date, time },
      minutes,
      service: fileName(typed.service),
      professional: fileName(typed.professional),
      client: client.row,
      notes,
    },
  }
}

/** The minutes that the file says; undefined when it says none, or an end that is none. */
function lengthOf({ duration, end }: TypedAppointment, time: ClockTime): number | undefined {
  if (cleanText(duration) !== '') return readMinutes(duration) ?? -1
  const until = readTime(end)
  if (until === undefined) return undefined
  const minutes = minutesOf(until) - minutesOf(time)
  return minutes > 0 ? minutes : minutes + 1440
}
