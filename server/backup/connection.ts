import pg from 'pg'
import { backupConnectionOf, type Where } from '../database/db.ts'
import { Busy } from './error.ts'
import { lockBackups, prepareSession } from './queries.ts'

/** A connection of our own, for as long as `work` takes. */
export async function withConnection<T>(where: Where, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    ...backupConnectionOf(where),
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

/**
 * The same for what only one process at a time may do with the backups of this database.
 * @throws Busy with the sentence `busy` when another one is at it.
 */
export const withLock = <T>(
  where: Where,
  busy: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> =>
  withConnection(where, async (client) => {
    if (!(await lockBackups(client))) throw new Busy(busy)
    return work(client)
  })
