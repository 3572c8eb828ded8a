import type { Config } from './config.ts'
import { workersFor } from './messages/sender.ts'
import { PUSH_CONNECTIONS } from './push/start.ts'
import { WHATSAPP_CONNECTIONS } from './whatsapp/start.ts'

type Sending = Pick<Config, 'smtpConnections' | 'whatsapp' | 'push'>

/** Each mail worker uses two connections, and so does the extra one; the rest is for requests and jobs. */
export const poolSizeOf = ({ smtpConnections, whatsapp, push }: Sending) =>
  8 +
  2 * (workersFor(smtpConnections) + 1) +
  (whatsapp ? WHATSAPP_CONNECTIONS : 0) +
  (push ? PUSH_CONNECTIONS : 0)

/** Of migrations, jobs and exports. */
export const LONG_POOL_SIZE = 3

/** A rehearsal's: the one with the lock, and of its restore the one with the mark, the one that loads, and a pool of two. A backup takes one. */
const REHEARSAL = 5

/** What a process may hold: both pools, the one that listens, and those of a rehearsal. */
export const connectionsOf = (config: Sending) => poolSizeOf(config) + LONG_POOL_SIZE + 1 + REHEARSAL

/** What an operator is told where the database has too few for two processes, as at each restart; undefined where it has enough. */
export const tooFew = (most: number, each: number) =>
  most >= 2 * each
    ? undefined
    : `The database takes ${most} connections, and a process may hold ${each}: with two of them, as while a new version starts, some would wait and fail. Raise max_connections.`
