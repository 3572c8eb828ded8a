import { randomBytes } from 'node:crypto'
import type { Db } from './db.ts'

/** A secret that this installation made for itself, the same for all its processes and after every restart. */
export async function installationSecret(db: Db, name: string): Promise<string> {
  await db
    .insertInto('installation')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.value
}
