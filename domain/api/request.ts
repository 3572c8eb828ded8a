/**
 * Building blocks of the requests' descriptions. Zod is used here and in the server, never in the browser.
 */
import { z } from 'zod'
import { isIsoDate } from '../dates.ts'
import { cleanText, type FieldErrors, type Input, idOf, inputOf } from '../fields.ts'
import { ADDON_GONE } from '../chosen.ts'
import { version } from './answer.ts'

interface Rule<Out> {
  /** The error of a value, by a rule of domain/. Missing where a rule for the whole form checks the field. */
  error?: (value: unknown) => string | undefined
  /** What is stored of a value that passed the rule. */
  read: (value: unknown) => Out
  /** The documentation of the field, in JSON Schema. */
  json: { type: string | string[]; description?: string; [keyword: string]: unknown }
}

/**
 * A field of a request: refused with domain's own sentence, or read into what is stored. `In` is what our own
 * forms send; the rule checks whatever else arrives. `.default(…)` and `.optional()` define what a missing
 * field means.
 */
export function field<Out, In = Out>({ error, read, json }: Rule<Out>): z.ZodType<Out, In> {
  const schema = z.unknown().transform((value, context) => {
    try {
      const message = error?.(value)
      if (message === undefined) return read(value)
      context.addIssue({ code: 'custom', message })
    } catch {
      // What no text or number can be made of, such as {"toString": 0}.
      context.addIssue({ code: 'custom', message: UNREADABLE })
    }
    return z.NEVER
  })
  return schema.meta(json) as unknown as z.ZodType<Out, In>
}

const UNREADABLE = 'Hay datos que no se pueden leer'

/** A form whose rule checks several fields at once; `shape` defines how each is read afterwards. */
export function form<Shape extends z.ZodRawShape>(errors: (input: Input) => FieldErrors, shape: Shape) {
  const fields = z.object(shape)
  const judged = z.preprocess((input, context) => {
    const given = inputOf(input)
    if (given === input && !Array.isArray(input))
      for (const [name, message] of Object.entries(errors(given)))
        context.addIssue({ code: 'custom', message, path: [name] })
    return input
  }, fields)
  return judged as unknown as z.ZodType<z.output<typeof fields>, z.input<typeof fields>>
}

type Json = Partial<Rule<unknown>['json']>
/** A text, trimmed; '' for anything else. */
export const text = (json: Json = {}) =>
  field<string, string | null>({ read: cleanText, json: { type: 'string', ...json } })
/** A text exactly as it was typed, such as a password. */
export const typed = (description: string) =>
  field<string>({ read: String, json: { type: 'string', description } })
/** A value that is passed on unchecked, to the code that checks it. */
export const anything = <In>(type: string, description: string) =>
  field<unknown, In>({ read: (value) => value, json: { type, description } }).optional()
/** The answer to the challenge of a 429, which lifts the limit for this request. */
export const workDone = {
  proof_of_work: anything<string>('string', "Answer to the 'challenge' of a 429: with it the same passes"),
}
/** An id in a body, as a number or its digits. */
export const id = (description?: string) =>
  field<number, number | string>({
    read: (value) => idOf(value)!,
    json: { type: 'integer', ...(description && { description }) },
  })
/** True only if exactly `true` was sent. */
export const yes = (description?: string) =>
  field<boolean>({
    read: (value) => value === true,
    json: { type: 'boolean', ...(description && { description }) },
  })

/** A boolean; anything else is an error. */
export const flag = (description?: string) =>
  field<boolean>({
    error: (value) => (typeof value === 'boolean' ? undefined : 'Debe ser verdadero o falso'),
    read: Boolean,
    json: { type: 'boolean', ...(description && { description }) },
  })

const WHOLE = 'Debe ser un número entero positivo'
/** An id in an address: digits of a positive integer that both a bigint and a JSON number can hold. */
export const idParam = z.preprocess(
  // Number() would also accept '0x1', '1e3' and ' 1'.
  (value: number | string) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
  z.int(WHOLE).positive(WHOLE),
)
export const byId = z.object({ id: idParam })

/** The version in the body of a change. */
export const formVersion = {
  version: version.optional().meta({ description: 'As the form was opened with: 409 when it has moved on' }),
}

/** A date in a query. */
export const queryDate = (description?: string) =>
  field<string>({
    error: (value) => (isIsoDate(value) ? undefined : 'La fecha no es válida: usa el formato AAAA-MM-DD'),
    read: String,
    json: { type: 'string', format: 'date', ...(description && { description }) },
  }).optional()

/** The ids of chosen add-ons in a query: '3,5'; '' for none. */
export const queryAddons = field<number[], string>({
  error: (value) => (listed(value).every((each) => idOf(each)) ? undefined : ADDON_GONE),
  read: (value) => listed(value).map((each) => idOf(each)!),
  json: { type: 'string', description: 'Ids with commas between them; empty: none' },
}).optional()

const listed = (value: unknown): string[] => String(value).split(',').filter(Boolean).slice(0, 51)

/** How the words of a search are meant. */
export const searchedBy = z.enum(['name']).optional().meta({
  description:
    "name: each word of `q` begins a word of the client's name, two letters are one; else it is anywhere",
})

/** An integer in a query, from `min` to `max`. */
export const queryNumber = (min: number, max: number) =>
  z.coerce.number<number | string>().int().min(min).max(max)

/** A page of a list: `page` counts from 1, with `limit` rows each. */
export const pageQuery = z.object({
  page: queryNumber(1, 1_000_000).default(1),
  limit: queryNumber(1, 100).default(20),
})

// Of other letters each program makes bytes of its own: sent again by another one, the key would be another.
const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .refine((key) => /^[ -~]*$/.test(key), 'Una Idempotency-Key lleva solo letras sin acentos, cifras y signos')

export const idempotencyHeaders = z.object({
  'idempotency-key': idempotencyKey.optional().meta({
    description:
      'ASCII alone. A repeated key within 24 h gets the first answer again, and nothing is done a second time',
  }),
})
/** A booking on the public page; its body says no zone. */
export const onlineHeaders = idempotencyHeaders.extend({
  'client-timezone': z.string().optional().meta({
    description: "The zone of the client's phone, 'Europe/Madrid'; others are left out",
  }),
})
