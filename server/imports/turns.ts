import { setImmediate as turn } from 'node:timers/promises'

const AT_ONCE = 50

/** The rows one after the other; after some dozens others are answered. */
export async function* inTurns<Row>(rows: readonly Row[]): AsyncGenerator<Row, void> {
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % AT_ONCE === 0) await turn()
    yield row
  }
}
