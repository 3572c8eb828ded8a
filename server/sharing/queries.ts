import type { Db } from '../database/db.ts'

/** Records which picture is kept for a business. Returns the previous one if it was another. */
export async function noteSharePicture(
  db: Db,
  { business_id, version, nowMs }: { business_id: number; version: string; nowMs: number },
): Promise<string | undefined> {
  const before = await db
    .selectFrom('share_pictures')
    .select('version')
    .where('business_id', '=', business_id)
    .executeTakeFirst()
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
  return before?.version === version ? undefined : before?.version
}
