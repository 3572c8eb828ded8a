import type { Db } from './database/db.ts'

const NAME = 'secrets_key'

/** The mark of the key that sealed the first secret: `mark`, when there is none yet. */
export async function keyMark(db: Db, mark: string): Promise<string> {
  await db
    .insertInto('installation')
    .values({ name: NAME, value: mark })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirstOrThrow()
  return row.value
}

/** So that another key may seal from now on. Returns whether there was one. */
export async function forgetKeyMark(db: Db): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('installation').where('name', '=', NAME).executeTakeFirst()
  return numDeletedRows > 0n
}
