import { sql } from 'kysely'
import type { Db } from './db.ts'

/** The tables that grow by the booking, and that a booking searches. */
const GROWING = ['appointments', 'attempts', 'client_cards', 'messages']
/** From here on PostgreSQL's own job is quick enough: a plan changes no more. */
const LARGE = 50_000

/**
 * Counts tables again that have doubled since they were counted. What is planned for an empty table reads all of it, and
 * PostgreSQL itself counts once a minute: until then, a thousand bookings into a new database would make each slower
 * than the one before. Several processes may do so at once.
 * @returns the tables that were counted.
 */
export async function countGrown({ db }: { db: Db }): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select s.relname as table from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = current_schema and s.relname = any(${GROWING}::text[])
      and s.n_live_tup > 2 * greatest(c.reltuples, 25) and s.n_live_tup < ${LARGE}`.execute(db)
  // Who finds it locked leaves it to whoever has it.
  for (const { table } of rows) await sql`analyze (skip_locked) ${sql.table(table)}`.execute(db)
  return rows.map(({ table }) => table)
}
