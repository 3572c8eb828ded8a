/** Building blocks of the answers' descriptions. */
import { z } from 'zod'
import { stretchesIn } from '../occupied.ts'

/** An instant: epoch milliseconds in the server, ISO text in an answer. Only this converts between them. */
export const instant = z.codec(z.string().meta({ format: 'date-time' }), z.number(), {
  decode: Date.parse,
  encode: (epochMs) => new Date(epochMs).toISOString(),
})

/** What an appointment takes of its professional: text of the database in the server, its stretches in an answer. */
export const occupied = z.codec(
  z
    .array(
      z.object({
        from: z.string().meta({ format: 'date-time' }),
        to: z.string().meta({ format: 'date-time' }),
      }),
    )
    .meta({
      description: 'Its time with what is before and after; two stretches where a pause is within it',
    }),
  z.string(),
  {
    decode: (stretches) => `{${stretches.map(({ from, to }) => `["${from}","${to}")`).join(',')}}`,
    encode: stretchesIn,
  },
)

/** Counts the changes of a row, from 1. A change may send the version with which its form was opened. */
export const version = z.int32().positive().meta({ description: 'Counts the changes, from 1' })

export const textOrNull = z.string().nullable()

/** A successful answer. */
export const ok = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ success: z.literal(true), ...shape })

/** A refusal. */
export const failure = z.object({
  success: z.literal(false),
  error: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
})

/** A successful answer without content. */
export const done = ok({})

/** The refusal of a change whose row was changed meanwhile, with the present row. */
export const movedOn = <Row extends z.ZodType>(current: Row) => ({
  409: failure.extend({ current: current.optional() }),
})

/** The names of an answer's fields: the columns to select. */
export const keysOf = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) =>
  Object.keys(schema.shape) as (keyof Shape & string)[]
