/** An import of clients or of appointments in calls. Its rules: domain/import/. */
import { z } from 'zod'
import { cleanText } from '../fields.ts'
import { AGENDA_TARGETS, type AgendaTarget } from '../import/agenda-columns.ts'
import type { AgendaField } from '../import/agenda-row.ts'
import type { ChosenName } from '../import/agenda.ts'
import { TARGETS, type Target } from '../import/columns.ts'
import { MOST_NAMES } from '../import/names.ts'
import { IMPORT_MAX_COLUMNS, type RowField } from '../import/row.ts'
import { IMPORT_KINDS, IMPORT_STATES } from '../import/state.ts'
import { DATE_ORDERS, type DateOrder } from '../import/when.ts'
import { instant, textOrNull } from './answer.ts'
import { field, yes } from './request.ts'

const target = z.enum([...new Set([...TARGETS, ...AGENDA_TARGETS])])

/** How many rows are of which kind, before or after importing. */
const kinds = z.object({
  new: z.int(),
  known: z.int().meta({ description: 'There already, and nothing to add' }),
  update: z.int().meta({ description: 'There already; empty fields are filled, and nothing is overwritten' }),
  error: z.int(),
  hours: z
    .int()
    .meta({ description: 'Of those with errors: appointments that only lie outside of the hours' }),
})

const named = z.array(
  z.object({
    name: z.string().meta({ description: 'As the file has it; empty where it names none' }),
    rows: z.int(),
    id: z.int().nullable().meta({ description: 'What it is taken for; null: its rows cannot be imported' }),
    is_sure: z.boolean(),
  }),
)
/** What is known and chosen of a list of appointments. */
const agenda = z.object({
  order: z.enum(DATE_ORDERS),
  order_is_sure: z
    .boolean()
    .meta({ description: 'False where days and months could be taken for each other' }),
  services: named,
  professionals: named,
  outside_hours: z.boolean(),
  tells_clients: z.boolean(),
})

export const listedImport = z.object({
  id: z.int(),
  kind: z.enum(IMPORT_KINDS),
  file_name: z.string(),
  origin: textOrNull.meta({ description: 'From which product it seems to come' }),
  row_count: z.int(),
  state: z.enum(IMPORT_STATES),
  made: z.int(),
  updated: z.int(),
  known: z.int(),
  failed: z.int(),
  removed: z.int(),
  restored: z.int(),
  stayed: z
    .int()
    .meta({ description: 'Had changed since, or begun, and was left when the import was taken back' }),
  created_by: textOrNull.meta({ description: 'The name of the person' }),
  created_at: instant,
  ended_at: instant.nullable(),
  undo_until: instant.nullable().meta({ description: 'Until then it can be taken back' }),
})

export const wholeImport = listedImport.extend({
  columns: z.array(z.string()),
  guesses: z.array(z.object({ target, is_sure: z.boolean() })),
  sample: z.array(z.array(z.string())).meta({ description: 'The first rows' }),
  mapping: z.array(target).nullable().meta({ description: 'What each column is; null until it was said' }),
  counts: kinds.nullable().meta({ description: 'What importing would do; null until the columns are known' }),
  agenda: agenda.nullable().meta({ description: 'Of appointments, once the columns are known' }),
  country: z.string().meta({ description: 'Whose telephones they are that name no country: ISO code' }),
})

const typed = z
  .record(z.string(), z.string())
  .meta({ description: 'What the row says, by the names of the fields with which it can be corrected' })

/** A row with an error, or one that stayed. */
export const importRow = z.object({
  n: z.int().meta({ description: 'Its number in the file' }),
  field: textOrNull,
  error: textOrNull,
  typed: typed.nullable(),
  card_id: z.int().nullable(),
  client_name: textOrNull,
  appointment_id: z.int().nullable(),
  appointment_date: textOrNull,
  appointment_time: textOrNull,
})

export const mappingInput = z.object({
  mapping: field<Target[]>({
    error: (value) =>
      !Array.isArray(value) ||
      value.length > IMPORT_MAX_COLUMNS ||
      !value.every((each) => TARGETS.includes(each as Target))
        ? 'Dinos qué es cada columna'
        : value.includes('client_name') || value.includes('last_name')
          ? undefined
          : 'Dinos qué columna es el nombre',
    read: (value) => value as Target[],
    json: { type: 'array', items: { type: 'string', enum: [...TARGETS] } },
  }),
})

const typedText = () =>
  field<string, string | undefined>({
    error: (value) => (typeof value === 'string' && value.length > 2500 ? 'Es demasiado largo' : undefined),
    read: cleanText,
    json: { type: 'string' },
  }).optional()
/** What is written instead of a row's cells; what is left out stays. */
export const rowInput = z.object({
  client_name: typedText(),
  client_phone: typedText(),
  client_email: typedText(),
  client_id: typedText(),
  birthday: typedText(),
  tags: typedText(),
  note: typedText(),
  alert: typedText(),
} satisfies Record<RowField, unknown>)

const MAPPING = 'Dinos qué es cada columna'
const names = (what: string) =>
  field<ChosenName[]>({
    error: (value) =>
      Array.isArray(value) &&
      value.length <= MOST_NAMES &&
      value.every(
        (each: Partial<ChosenName> | null) =>
          typeof each?.name === 'string' &&
          each.name.length <= 500 &&
          (each.id === null || Number.isSafeInteger(each.id)),
      )
        ? undefined
        : `Dinos qué es cada ${what} del archivo`,
    read: (value) => (value as ChosenName[]).map(({ name, id }) => ({ name, id })),
    json: {
      type: 'array',
      description: `What the file's names are: {name, id}, null for none`,
      items: { type: 'object' },
    },
  })
export const agendaInput = z.object({
  mapping: field<AgendaTarget[]>({
    error: (value) => {
      if (!Array.isArray(value) || value.length > IMPORT_MAX_COLUMNS) return MAPPING
      if (!value.every((each) => AGENDA_TARGETS.includes(each as AgendaTarget))) return MAPPING
      if (!value.includes('date')) return 'Dinos qué columna es la fecha'
      return value.includes('client_name') || value.includes('last_name')
        ? undefined
        : 'Dinos qué columna es el nombre del cliente'
    },
    read: (value) => value as AgendaTarget[],
    json: { type: 'array', items: { type: 'string', enum: [...AGENDA_TARGETS] } },
  }),
  order: field<DateOrder | null>({
    error: (value) =>
      value === null || DATE_ORDERS.includes(value as DateOrder)
        ? undefined
        : 'Dinos si va primero el día o el mes',
    read: (value) => value as DateOrder | null,
    json: { type: ['string', 'null'], enum: [...DATE_ORDERS, null] },
  }).default(null),
  services: names('servicio').default([]),
  professionals: names('profesional').default([]),
  outside_hours: yes('Also what lies outside of the hours').default(false),
  tells_clients: yes('Mails each client with an e-mail a confirmation; nobody is told otherwise').default(
    false,
  ),
})

/** What is written instead of the cells of an appointment's row; what is left out stays. */
export const appointmentRowInput = z.object({
  date: typedText(),
  time: typedText(),
  end: typedText(),
  duration: typedText(),
  service: typedText(),
  professional: typedText(),
  client_name: typedText(),
  client_phone: typedText(),
  client_email: typedText(),
  client_id: typedText(),
  notes: typedText(),
  status: typedText(),
} satisfies Record<AgendaField, unknown>)
