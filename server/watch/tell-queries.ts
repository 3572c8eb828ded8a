import { sql } from 'kysely'
import { iso, type Db } from '../database/db.ts'

const mark = (about: string) => `operator told of ${about}`

/**
 * Takes the turn to tell of a warning: it counts as told at `until` at first. False when somebody was told since `after`, or another
 * process tells. A turn that lies as far ahead was taken under a clock that has since been set right.
 */
export async function takeTurn(
  db: Db,
  about: string,
  { nowMs, after, until }: { nowMs: number; after: number; until: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into installation (name, value) values (${mark(about)}, ${iso(until)})
    on conflict (name) do update set value = excluded.value
      where installation.value::timestamptz not between ${iso(after + 1)}::timestamptz and ${iso(2 * nowMs - after)}::timestamptz
    returning name`.execute(db)
  return rows.length > 0
}

/** Whoever took the turn says when it counts as told. */
export async function countAsTold(db: Db, about: string, at: number): Promise<void> {
  await db
    .updateTable('installation')
    .set({ value: iso(at) })
    .where('name', '=', mark(about))
    .execute()
}

/** The first administrators of the installation. */
export async function administratorEmails(db: Db, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('administrators').select('email').orderBy('id').limit(limit).execute()
  return rows.map(({ email }) => email)
}
