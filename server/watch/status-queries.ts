import type { StatusPart } from '#domain/status.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'

const MARK = 'state looked at'

/** When the state was last looked at, and what did not work then. */
export interface Looked {
  /** From the epoch. */
  minute: number
  down: StatusPart[]
}

const parsed = (value: string | undefined) =>
  value === undefined ? undefined : (JSON.parse(value) as Looked)

export async function lastLook(db: Db): Promise<Looked | undefined> {
  const row = await db.selectFrom('installation').select('value').where('name', '=', MARK).executeTakeFirst()
  return parsed(row?.value)
}

/** The same, held until the transaction ends: of several processes one counts a minute. */
export async function lockLook(tx: Tx): Promise<Looked | undefined> {
  await sql`
    insert into installation (name, value) values (${MARK}, ${JSON.stringify({ minute: 0, down: [] })})
    on conflict (name) do nothing`.execute(tx)
  const row = await tx
    .selectFrom('installation')
    .select('value')
    .where('name', '=', MARK)
    .forUpdate()
    .executeTakeFirst()
  const looked = parsed(row?.value)
  return looked?.minute === 0 ? undefined : looked
}

export async function noteLook(tx: Tx, looked: Looked): Promise<void> {
  await tx
    .updateTable('installation')
    .set({ value: JSON.stringify(looked) })
    .where('name', '=', MARK)
    .execute()
}

/** Adds minutes to a day of a part; a clock that went back does not make a day longer than it is. */
export async function addMinutes(
  tx: Tx,
  { part, day, minutes, down }: { part: StatusPart; day: string; minutes: number; down: number },
): Promise<void> {
  await sql`
    insert into status_days (part, day, minutes, down) values (${part}, ${day}, ${minutes}, ${down})
    on conflict (part, day) do update set
      minutes = least(1500, status_days.minutes + excluded.minutes),
      down = least(1500, status_days.down + excluded.down)`.execute(tx)
}

export async function forgetStatus(db: Db | Tx, before: string): Promise<void> {
  await db.deleteFrom('status_days').where('day', '<', before).execute()
}

export async function statusDays(db: Db, from: string) {
  return await db
    .selectFrom('status_days')
    .select(['part', 'day', 'minutes', 'down'])
    .where('day', '>=', from)
    .orderBy('day')
    .execute()
}
