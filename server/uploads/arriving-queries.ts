import { instant, type Db, type Tx } from '../database/db.ts'

interface Arriving {
  name: string
  width: number
  is_private: boolean
}

/** Notes a picture before its files are written, so that whoever dies meanwhile leaves none that nobody knows. */
export async function noteArriving(db: Db, picture: Arriving, nowMs: number): Promise<void> {
  await db
    .insertInto('arriving_pictures')
    .values({ ...picture, at: new Date(nowMs).toISOString() })
    .execute()
}

/** Pictures have arrived, or have gone. @returns how many of them were on their way. */
export async function endArriving(db: Db | Tx, names: string[]): Promise<number> {
  if (names.length === 0) return 0
  const { numDeletedRows } = await db
    .deleteFrom('arriving_pictures')
    .where('name', 'in', names)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Those that have been on their way since before. */
export const arrivingSince = (db: Db, beforeMs: number): Promise<Arriving[]> =>
  db
    .selectFrom('arriving_pictures')
    .select(['name', 'width', 'is_private'])
    .where('at', '<=', instant(beforeMs))
    .execute()
