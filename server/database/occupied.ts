import { type Part, partsAfter, stretchesIn } from '#domain/occupied.ts'

/**
 * The professional's time that an appointment takes, a tstzmultirange as text: its parts from its start on, in
 * epoch milliseconds. The database returns exactly the text written here.
 */
export const occupiedBy = (startMs: number, parts: readonly Part[]): string =>
  `{${parts.map(([from, to]) => `["${iso(startMs + from * 6e4)}","${iso(startMs + to * 6e4)}")`).join(',')}}`

/** From start to end, in epoch milliseconds. */
export const occupiedOf = (startMs: number, endMs: number): string =>
  occupiedBy(startMs, [[0, (endMs - startMs) / 6e4]])

/** What a booked appointment takes, whatever its service takes by now. */
export const bookedParts = ({ occupied, starts_at }: { occupied: string; starts_at: number }): Part[] =>
  partsAfter(starts_at, stretchesIn(occupied))

const iso = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString()
