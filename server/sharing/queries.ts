import type { Db } from '../database/db.ts'

/** Which picture is kept for a business. */
export async function keptSharePicture(db: Db, business_id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('share_pictures')
    .select('version')
    .where('business_id', '=', business_id)
    .executeTakeFirst()
  return row?.version
}

export async function noteSharePicture(
  db: Db,
  { business_id, version, nowMs }: { business_id: number; version: string; nowMs: number },
): Promise<void> {
  await db
    .insertInto('share_pictures')
    .values({ business_id, version, made_at: new Date(nowMs).toISOString() })
    .onConflict((conflict) =>
      conflict.column('business_id').doUpdateSet((row) => ({
        version: row.ref('excluded.version'),
        made_at: row.ref('excluded.made_at'),
      })),
    )
    .execute()
}
