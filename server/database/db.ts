import { CompiledQuery, Kysely, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { Dialect } from './dialect.ts'
import './pg-types.ts'
import { Pool, type Patience } from './pool.ts'
import type { Tables } from './tables.ts'
import type { Tracer } from '../tracing.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** Where the database is. */
export type Where = Pick<DbOptions, 'url' | 'socketDir'>

export interface DbOptions {
  /** A Unix socket's folder (embedded) or a connection string (the operator's own). */
  socketDir?: string
  url?: string
  poolSize?: number
  patience?: Patience
  tracer?: Tracer | undefined
  onLostConnection?: (error: Error) => void
}

/** What this version can read that the one before it could not: appointments without an e-mail. */
const EMAIL_OPTIONAL = 'email-optional'

const OPTIONS = [
  // Debian's PostgreSQL would compile the longer statements for up to a second each, and then run them for some milliseconds.
  'jit=off',
  // A machine of ours that loses its power or its network says no goodbye: its locks, and the messages it was sending, are free for
  // the others within half a minute, where PostgreSQL would wait two hours. On a socket of files they mean nothing.
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=30000',
]

/** The connection settings, for connections outside the pool. */
export const connectionOf = ({ url, socketDir }: Where) => ({
  ...(url ? { connectionString: url } : { host: socketDir, user: 'postgres', database: 'postgres' }),
  application_name: `enpunto ${process.pid} ${EMAIL_OPTIONAL}`,
  options: OPTIONS.map((option) => `-c ${option}`).join(' '),
})

/** Requests are answered within ten seconds, whatever becomes of the database. */
const REQUEST: Patience = { connection: 8_000, statement: 7_000, idle: 30_000 }
/** Migrations, jobs and exports may take their time. */
export const LONG: Patience = { connection: 30_000, idle: 60_000 }

export const connect = (options: DbOptions): Db => connectPool(options).db

/** The same with its pool, which can be told that the database is silent. */
export function connectPool({
  socketDir,
  url,
  poolSize = 10,
  patience = REQUEST,
  tracer,
  onLostConnection,
}: DbOptions): { db: Db; pool: Pool } {
  const pool = new Pool(connectionOf({ url, socketDir }), { size: poolSize, patience, tracer })
  // Without a listener, a lost idle connection would end the process; the pool replaces it on its own.
  pool.on('error', (error) => onLostConnection?.(error))
  return { db: new Kysely<Tables>({ dialect: new Dialect({ pool }) }), pool }
}

/** Queries on a connection of one's own, which stays open. */
export const onConnection = (client: pg.Client): Db =>
  new Kysely<Tables>({
    dialect: new Dialect({
      pool: {
        connect: async () => Object.assign(client, { release() {} }),
        end: async () => {},
        options: {},
      },
    }),
  })

/**
 * The number of other processes of this product connected to the same database. It uses a connection that is
 * not counted itself, after our own are closed, so that of two processes stopping together at least one sees
 * that it is the last.
 */
export async function otherProcesses(where: Where): Promise<number> {
  const client = new pg.Client({
    ...connectionOf(where),
    application_name: 'closing',
    connectionTimeoutMillis: 3_000,
    query_timeout: 3_000,
  })
  try {
    await client.connect()
    const { rows } = await client.query<{ n: number }>(
      `select count(distinct application_name)::int as n from pg_stat_activity
       where application_name like 'enpunto %' and split_part(application_name, ' ', 2) <> $1`,
      [String(process.pid)],
    )
    return rows[0]!.n
  } finally {
    await client.end()
  }
}

/**
 * Whether a process of before works on this database too, as during a rolling restart: it fails on an appointment without
 * an e-mail, and so does every list that has one.
 */
export async function hasOlderProcess(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and application_name like 'enpunto %'
      and application_name not like ${`% ${EMAIL_OPTIONAL}`}
    limit 1`.execute(db)
  return rows.length > 0
}

/**
 * The name of a backup's connections. A migration leaves them alone: they hold the lock while they say nothing, and keep no plans.
 */
export const backupConnectionOf = (where: Where) => ({
  ...connectionOf(where),
  application_name: `enpunto ${process.pid} backup ${EMAIL_OPTIONAL}`,
})

/** How many connections the database takes of all processes together. */
export async function mostConnections(db: Db): Promise<number> {
  const { rows } = await sql<{ most: number }>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`.execute(
    db,
  )
  return rows[0]!.most
}

/**
 * The five-character PostgreSQL code of an error, or undefined: 23505 unique, 23P01 exclusion, 23503 foreign
 * key.
 */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/** Runs `work` in a transaction: the caller's, if there is one. */
export const inTransaction = <T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db as Tx) : db.transaction().execute(work)

/**
 * Runs a part of a transaction. When it throws, its writes and locks are undone, and the transaction can
 * continue.
 */
export async function attempt<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await sql`savepoint attempt`.execute(tx)
  try {
    const result = await work(tx)
    await sql`release savepoint attempt`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(tx)
    await sql`release savepoint attempt`.execute(tx)
    throw error
  }
}

/** Lets a transaction wait as long as it takes for somebody else: a mail server, a store of pictures, another connection. */
export const waitForOthers = async (tx: Db | Tx) =>
  void (await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx))

/**
 * One statement as text, for hot paths: it is compiled once here, where Kysely would compile it at every
 * call.
 * `$1` … are the parameters in order.
 */
export function statement<Row, Params extends readonly unknown[]>(text: string) {
  return async (db: Db | Tx, ...params: Params): Promise<Row[]> =>
    (await db.executeQuery<Row>(CompiledQuery.raw(text, params as unknown as unknown[]))).rows
}

/** An instant for comparison with a column: epoch milliseconds as a timestamptz. */
export const instant = (epochMs: number) => sql<number>`${new Date(epochMs).toISOString()}::timestamptz`

/** An instant to be written: epoch milliseconds as ISO text. */
export const iso = (epochMs: number) => new Date(epochMs).toISOString()
