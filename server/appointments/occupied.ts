/**
 * The professional's time that an appointment takes, a tstzmultirange as text: from start to end, both in
 * epoch milliseconds. The database returns exactly the text written here.
 */
export const occupiedOf = (startMs: number, endMs: number): string => `{["${iso(startMs)}","${iso(endMs)}")}`

const iso = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString()
