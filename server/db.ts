import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import pg from 'pg'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

// bigint and numeric arrive as numbers (ids stay below 2^53, money below 10^10), dates and times as the text
// that leaves the server, instants as milliseconds: nothing passes through the server's own time zone.
pg.types.setTypeParser(20, Number)
pg.types.setTypeParser(1700, Number)
pg.types.setTypeParser(1082, (text) => text)
pg.types.setTypeParser(1083, (text) => text.slice(0, 5))
pg.types.setTypeParser(1184, (text) => Temporal.Instant.from(text).epochMilliseconds)

/** Every statement with parameters is prepared once per connection: the slots query runs several times faster. */
const names = new Map<string, string>()
class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    // A connection that is lost while it is in use fails its queries; the event, unheard, would end the process.
    this.on('error', () => {})
  }

  // The driver's query() has many overloads; only (text, values) is changed here.
  override query(...args: any[]): any {
    const [text, values] = args
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
      let name = names.get(text)
      if (!name) names.set(text, (name = createHash('sha1').update(text).digest('base64url')))
      args.splice(0, 2, { name, text, values })
    }
    return (super.query as any)(...args)
  }
}

export interface DbOptions {
  /** A Unix socket's folder (embedded) or a connection string (the operator's own). */
  socketDir?: string
  url?: string
  poolSize?: number
  onLostConnection?: (error: Error) => void
}

/** How to reach the database, for connections beside the pool. */
export const connectionOf = ({ url, socketDir }: Pick<DbOptions, 'url' | 'socketDir'>) => ({
  ...(url ? { connectionString: url } : { host: socketDir, user: 'postgres', database: 'postgres' }),
  application_name: `enpunto ${process.pid}`,
})

export function connect({ socketDir, url, poolSize = 10, onLostConnection }: DbOptions): Db {
  const pool = new pg.Pool({
    ...connectionOf({ url, socketDir }),
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    Client: PreparingClient as never,
  })
  // Without a listener a lost idle connection would end the process; the pool replaces it by itself.
  pool.on('error', (error) => onLostConnection?.(error))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Brings the schema up to date. Safe when several processes start at once: one migrates, the others wait.
 * @throws the first migration's error; what it had begun is rolled back.
 */
export async function migrate(db: Db): Promise<void> {
  const folder = join(import.meta.dirname, '..', 'migrations')
  const migrations: Record<string, Migration> = {}
  for (const file of readdirSync(folder).sort())
    if (file.endsWith('.sql')) {
      const text = readFileSync(join(folder, file), 'utf8')
      migrations[file.slice(0, -4)] = {
        up: async (tx) => void (await tx.executeQuery(CompiledQuery.raw(text))),
      }
    }
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest()
  if (error) throw error
}

/**
 * How many other processes of this product are connected to the same database. Asked by a connection that itself does
 * not count, once our own are closed: of two that stop together at least one then sees that it is the last.
 */
export async function otherProcesses(where: Pick<DbOptions, 'url' | 'socketDir'>): Promise<number> {
  const client = new pg.Client({ ...connectionOf(where), application_name: 'closing' })
  try {
    await client.connect()
    const { rows } = await client.query<{ n: number }>(
      `select count(distinct application_name)::int as n from pg_stat_activity
       where application_name like 'enpunto %' and application_name <> $1`,
      [`enpunto ${process.pid}`],
    )
    return rows[0]!.n
  } finally {
    await client.end()
  }
}

/** PostgreSQL's five-character code of an error, or undefined: 23505 unique, 23P01 exclusion, 23503 foreign key. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/**
 * One statement as text, for the hot paths: what Kysely would compile at every call is compiled once here.
 * `$1` … are the parameters in order.
 */
export function statement<Row, Params extends readonly unknown[]>(text: string) {
  return async (db: Db | Tx, ...params: Params): Promise<Row[]> =>
    (await db.executeQuery<Row>(CompiledQuery.raw(text, params as unknown as unknown[]))).rows
}

/** An instant for comparing with a column: epoch milliseconds as a timestamptz. */
export const instant = (epochMs: number) => sql<number>`${new Date(epochMs).toISOString()}::timestamptz`
