import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Refusal } from './http/refusal.ts'

const MOVED_ON = 'Esto cambió mientras lo editabas. Revisa cómo quedó ahora.'

/**
 * Accepts a change only when its form was opened with the row's present version. The row has to be locked; a
 * change without a version passes, and so does one that the row says already: it was made before, and its answer got lost.
 * @param shown converts the row to its form in answers.
 * @param wanted the values that the change gives to the row.
 * @throws Refusal 409 with the present row as `current`.
 */
export function ensureVersion<Row extends { version: number }>(
  row: Row,
  version: number | undefined,
  shown: z.ZodType<Row>,
  wanted: object,
  sentence = MOVED_ON,
) {
  if (isOutdated(row, version) && !isMadeAlready(row, wanted)) throw movedOn(z.encode(shown, row), sentence)
}

/** Whether two states of a row say the same, whichever change of it they are. */
export function saysTheSame<Row extends { version: number }>(one: Row, other: Row): boolean {
  return isDeepStrictEqual({ ...one, version: 0 }, { ...other, version: 0 })
}

/** Whether the row has moved on since a form was opened. */
export const isOutdated = (row: { version: number }, version: number | undefined): boolean =>
  version !== undefined && version !== row.version

function isMadeAlready(row: object, wanted: object): boolean {
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined)
  return (
    given.length > 0 &&
    given.every(([name, value]) => isDeepStrictEqual(value, row[name as keyof typeof row]))
  )
}

/** The refusal of a change whose row was changed meanwhile, with the present row. */
export const movedOn = (current: unknown, sentence = MOVED_ON) => new Refusal(409, sentence, { current })
