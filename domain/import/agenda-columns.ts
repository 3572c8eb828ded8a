/** What the columns of a list of appointments are, guessed from their headings and what stands in them. */
import { heading, isAddress, isNumber, meaning } from './columns.ts'
import { readDate, readTime } from './when.ts'

/** What a column may be; several may be the same, and are then taken together. */
export const AGENDA_TARGETS = [
  'date',
  'time',
  'end',
  'duration',
  'service',
  'professional',
  'client_name',
  'last_name',
  'client_phone',
  'client_email',
  'client_id',
  'notes',
  'status',
  'skip',
] as const
export type AgendaTarget = (typeof AGENDA_TARGETS)[number]

export const AGENDA_LABELS: Record<AgendaTarget, string> = {
  date: 'Fecha',
  time: 'Hora',
  end: 'Hora en que termina',
  duration: 'Duración',
  service: 'Servicio',
  professional: 'Profesional',
  client_name: 'Nombre del cliente',
  last_name: 'Apellido del cliente',
  client_phone: 'Celular',
  client_email: 'Correo',
  client_id: 'Cédula',
  notes: 'Nota de la cita',
  status: 'Estado',
  skip: 'No importar',
}

export interface AgendaGuess {
  target: AgendaTarget
  is_sure: boolean
}

// 'start' may be a date, a time or both: what stands beside it and in it decides.
const HEADINGS: Partial<Record<AgendaTarget | 'start', readonly string[]>> = {
  date: [
    'fecha|fecha cita|fecha de la cita|fecha de cita|fecha reserva|fecha de la reserva|fecha de realizacion|fecha atencion',
    'fecha de atencion|dia|date|appointment date|booking date|scheduled date|data|data do agendamento|data da consulta',
  ],
  start: [
    'inicio|comienzo|comienza|empieza|fecha y hora|fecha hora|fecha inicio|fecha de inicio|fecha y hora de inicio|start',
    'starts|start date|start datetime|start date time|date time|date and time|datetime|booked from|appointment|cuando',
    'appointment date and time|appointment time|starts at|from|desde|inicio da consulta',
  ],
  time: [
    'hora|hora inicio|hora de inicio|hora inicial|hora cita|hora de la cita|horario|time|start time|scheduled time',
    'hora de inicio da consulta|hora do agendamento|hora desde',
  ],
  end: [
    'fin|termina|final|hora fin|hora de fin|hora final|hora termino|hora de termino|hasta|end|ends|end time|booked till',
    'to|finaliza|fecha fin|fecha de fin|fecha y hora de termino|end date|termino|hora hasta',
  ],
  duration: ['duracion|duracion min|duracion minutos|minutos|tiempo|duration|duration min|length|duracao'],
  service: [
    'servicio|servicios|nombre del servicio|nombre servicio|tratamiento|procedimiento|service|services|service name',
    'treatment|item|servico|servicos|tipo de cita|motivo|prestacion',
  ],
  professional: [
    'profesional|prestador|prestadores|nombre del profesional|estilista|barbero|empleado|empleada|colaborador|atiende',
    'especialista|manicurista|terapeuta|medico|atendido por|staff|staff member|staffer|team member|employee|provider',
    'professional|stylist|barber|profissional|funcionario|recurso|resource|agenda|calendar|calendario|con quien',
  ],
  notes: [
    'comentario|comentarios|nota|notas|nota de la cita|notas de la cita|observacion|observaciones|obs|note|notes',
    'appointment notes|booking notes|comment|comments|comentario interno|descripcion|description',
  ],
  status: [
    'estado|estado de la cita|estado cita|estado reserva|estado de la reserva|status|appointment status|situacao',
  ],
  skip: [
    'precio|price|valor|total|net sales|gross sales|pago|estado de pago|abono|canal|channel|creada por|created by|ref',
    'referencia|id reserva|id cita|n reserva|codigo reserva|fecha creacion|fecha de creacion|created date|cancelled date',
    'cancelled by|cancellation reason|booked by|local|sucursal|location|hora creacion|categoria|category|service category',
  ],
}
const BY_HEADING = new Map(
  Object.entries(HEADINGS).flatMap(([target, lists]) =>
    lists.flatMap((list) => list.split('|')).map((name) => [name, target as AgendaTarget | 'start'] as const),
  ),
)
const OF_CLIENTS: Partial<Record<NonNullable<ReturnType<typeof meaning>>, AgendaTarget>> = {
  full_name: 'client_name',
  client_name: 'client_name',
  last_name: 'last_name',
  client_phone: 'client_phone',
  client_email: 'client_email',
  client_id: 'client_id',
}

function agendaMeaning(name: string): AgendaTarget | 'start' | 'skip' | undefined {
  const own = BY_HEADING.get(name)
  if (own) return own
  const known = meaning(name)
  return known && (OF_CLIENTS[known] ?? 'skip')
}

/** How many of the cells look like headings that are known. */
export const knownAgendaHeadings = (cells: readonly string[]): number =>
  cells.filter((cell) => agendaMeaning(heading(cell)) !== undefined).length

/** Whether a row looks like an appointment, and not like headings. */
export const looksLikeAppointment = (cells: readonly string[]): boolean =>
  cells.some((cell) => isAddress(cell) || isNumber(cell) || readDate(cell, 'dmy') !== undefined)

export function guessAgenda(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): AgendaGuess[] {
  const mostly = (column: number, is: (cell: string) => boolean) => {
    const filled = rows.map((row) => row[column] ?? '').filter((cell) => cell.trim() !== '')
    return filled.length > 0 && filled.filter(is).length > filled.length / 2
  }
  const isDate = (cell: string) => readDate(cell, 'dmy') !== undefined
  const isTime = (cell: string) => readTime(cell) !== undefined
  // 'Día' may be anything: a date has to be one.
  const meanings = headings.map((name, column) => {
    const target = agendaMeaning(heading(name))
    return target === 'date' && !mostly(column, isDate) ? undefined : target
  })
  const has = (target: AgendaTarget) => meanings.includes(target)
  const guesses = meanings.map((target, column): AgendaGuess | undefined => {
    if (target === 'start') {
      if (mostly(column, isDate)) return { target: has('date') ? 'time' : 'date', is_sure: true }
      return { target: has('time') ? 'skip' : 'time', is_sure: true }
    }
    return target && { target, is_sure: true }
  })
  const find = (target: AgendaTarget, is: (cell: string) => boolean) => {
    if (guesses.some((guess) => guess?.target === target)) return
    const column = guesses.findIndex((guess, index) => guess === undefined && mostly(index, is))
    if (column >= 0) guesses[column] = { target, is_sure: false }
  }
  find('date', isDate)
  const date = guesses.findIndex((guess) => guess?.target === 'date')
  if (date < 0 || !mostly(date, isTime)) find('time', (cell) => isTime(cell) && !isDate(cell))
  find('client_email', isAddress)
  find('client_phone', isNumber)
  return guesses.map((guess) => guess ?? { target: 'skip', is_sure: false })
}
