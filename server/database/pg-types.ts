/** How PostgreSQL's values are read, for every connection of the process. */
import pg from 'pg'

// bigint and numeric are read as numbers (ids stay below 2^53, money below 10^10), dates and times as the
// text that the API returns, instants as milliseconds: nothing passes through the server's own time zone.
pg.types.setTypeParser(20, Number)
pg.types.setTypeParser(1700, Number)
pg.types.setTypeParser(1082, (text) => text)
pg.types.setTypeParser(1083, (text) => text.slice(0, 5))
pg.types.setTypeParser(1184, (text) => Temporal.Instant.from(text).epochMilliseconds)
// A tstzmultirange stays text, which does not depend on the connection's time zone either.
// The driver has no name for this type.
const TSTZMULTIRANGE: number = 4534
pg.types.setTypeParser(TSTZMULTIRANGE, (text) =>
  text.replace(/"([^"]+)"/g, (_, at) => `"${Temporal.Instant.from(at)}"`),
)
