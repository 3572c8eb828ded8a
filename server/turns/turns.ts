import { setImmediate as turn } from 'node:timers/promises'

const AT_ONCE = 50

/** The rows one after the other; after some dozens others are answered. */
export async function* inTurns<Row>(rows: Iterable<Row>, atOnce = AT_ONCE): AsyncGenerator<Row, void> {
  let count = 0
  for (const row of rows) {
    if (count > 0 && count % atOnce === 0) await turn()
    count++
    yield row
  }
}

/** The rows in pages; after each page others are answered. */
export async function* pagesInTurn<Row>(rows: Row[], size = 200): AsyncGenerator<Row[], void> {
  for (let from = 0; from < rows.length; from += size) {
    if (from > 0) await turn()
    yield rows.slice(from, from + size)
  }
}
