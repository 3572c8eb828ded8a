/** An import of clients in calls. Its rules: domain/import/. */
import { z } from 'zod'
import { cleanText } from '../fields.ts'
import { TARGETS, type Target } from '../import/columns.ts'
import { IMPORT_MAX_COLUMNS, type RowField } from '../import/row.ts'
import { IMPORT_STATES } from '../import/state.ts'
import { instant, textOrNull } from './answer.ts'
import { field } from './request.ts'

const target = z.enum(TARGETS)

/** How many rows are of which kind, before or after importing. */
const kinds = z.object({
  new: z.int(),
  known: z.int().meta({ description: 'There already, and nothing to add' }),
  update: z.int().meta({ description: 'There already; empty fields are filled, and nothing is overwritten' }),
  error: z.int(),
})

export const listedImport = z.object({
  id: z.int(),
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
  stayed: z.int().meta({ description: 'Had changed since, and was left when the import was taken back' }),
  created_by: textOrNull.meta({ description: 'The name of the person' }),
  created_at: instant,
  ended_at: instant.nullable(),
  undo_until: instant.nullable().meta({ description: 'Until then it can be taken back' }),
})
export type ListedImport = z.output<typeof listedImport>

export const wholeImport = listedImport.extend({
  columns: z.array(z.string()),
  guesses: z.array(z.object({ target, is_sure: z.boolean() })),
  sample: z.array(z.array(z.string())).meta({ description: 'The first rows' }),
  mapping: z.array(target).nullable().meta({ description: 'What each column is; null until it was said' }),
  counts: kinds.nullable().meta({ description: 'What importing would do; null until the columns are known' }),
  country: z.string().meta({ description: 'Whose telephones they are that name no country: ISO code' }),
})
export type WholeImport = z.output<typeof wholeImport>

const typed = z.object({
  client_name: z.string(),
  client_phone: z.string(),
  client_email: z.string(),
  client_id: z.string(),
  note: z.string(),
  alert: z.string(),
})

/** A row with an error, or one that stayed. */
export const importRow = z.object({
  n: z.int().meta({ description: 'Its number in the file' }),
  field: textOrNull,
  error: textOrNull,
  typed: typed.nullable(),
  card_id: z.int().nullable(),
  client_name: textOrNull,
})
export type ImportRow = z.output<typeof importRow>

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
  note: typedText(),
  alert: typedText(),
} satisfies Record<RowField, unknown>)
