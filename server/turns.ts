import { setImmediate as turn } from 'node:timers/promises'

const AT_ONCE = 50

/** The rows one after the other; after some dozens others are answered. */
export async function* inTurns<Row>(rows: Iterable<Row>): AsyncGenerator<Row, void> {
  let count = 0
  for (const row of rows) {
    if (count > 0 && count % AT_ONCE === 0) await turn()
    count++
    yield row
  }
}
