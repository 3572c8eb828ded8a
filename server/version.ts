import { z } from 'zod'
import { Refusal } from './refusal.ts'

const MOVED_ON = 'Esto cambió mientras lo editabas. Revisa cómo quedó ahora.'

/**
 * Accepts a change only when its form was opened with the row's present version. The row has to be locked; a
 * change without a version passes. `shown` converts the row to its form in answers.
 * @throws Refusal 409 with the present row as `current`.
 */
export function ensureVersion<Row extends { version: number }>(
  row: Row,
  version: number | undefined,
  shown: z.ZodType<Row>,
  sentence = MOVED_ON,
) {
  if (version !== undefined && version !== row.version) throw movedOn(z.encode(shown, row), sentence)
}

/** The refusal of a change whose row was changed meanwhile, with the present row. */
export const movedOn = (current: unknown, sentence = MOVED_ON) => new Refusal(409, sentence, { current })
