import pg from 'pg'
import { connectionOf, type Where } from '../db.ts'
import { prepareSession } from './queries.ts'

/** A connection of our own, for as long as `work` takes. */
export async function withConnection<T>(where: Where, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    ...connectionOf(where),
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  // One that is lost fails the statement that runs; nobody else needs to hear of it.
  client.on('error', () => {})
  await client.connect()
  try {
    await prepareSession(client)
    return await work(client)
  } finally {
    // Also in the middle of a COPY that nobody reads any more: the database sees the end and rolls back.
    ;(client as unknown as { connection: { stream: { resume(): void } } }).connection.stream.resume()
    await client.end().catch(() => {})
  }
}
