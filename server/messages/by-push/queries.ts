import { sql } from 'kysely'
import { instant, type Tx } from '../../database/db.ts'

/**
 * Messages of the statement that writes an appointment, `booked`: one push for each browser that is told of it. Whoever
 * acts is not told, and a professional only of the own agenda. Who may see it is asked again when it leaves.
 */
export const PUSHES = `
    select booked.business_id, 'push_booked:' || booked.id || ':' || push.id, 'push_booked', booked.id, 'push:' || push.id,
      'push', booked.created_at, booked.created_at, '{}'
    from booked cross join lateral (
      select s.id
      from push_subscriptions s join memberships m on m.business_id = s.business_id and m.user_id = s.user_id
      where s.business_id = booked.business_id and s.user_id is distinct from booked.booked_by_user_id
        and (m.role <> 'professional' or m.professional_id = booked.professional_id)) push`

const KINDS = {
  moved: 'push_moved',
  undone: 'push_undone',
  cancelled: 'push_cancelled',
  confirmed: 'push_confirmed',
} as const
/** What browsers are told of. */
export type PushedChange = keyof typeof KINDS
export const isPushed = (change: string): change is PushedChange => change in KINDS

export interface Change {
  business_id: number
  appointment_id: number
  change: PushedChange
  /** Its id in the history. */
  id: number
  /** Who did it; null: the client. */
  user_id: number | null
  /** Whose agenda it was on, and is on. */
  professional_ids: number[]
  /** Epoch milliseconds. */
  at: number
  waitMs: number
}

/** Queues the pushes of a change, in its transaction: to the same browsers as PUSHES. */
export async function queuePushes(
  tx: Tx,
  { business_id, appointment_id, change, id, user_id, professional_ids, at, waitMs }: Change,
): Promise<void> {
  const kind = KINDS[change]
  await sql`
    insert into messages (business_id, once, kind, appointment_id, recipient, channel, data, due_at, created_at)
    select s.business_id, ${`${kind}:${id}:`}::text || s.id, ${kind}, ${appointment_id}::bigint, 'push:' || s.id, 'push',
      ${JSON.stringify({ change: id })}::jsonb, ${instant(at + waitMs)}, ${instant(at)}
    from push_subscriptions s join memberships m on m.business_id = s.business_id and m.user_id = s.user_id
    where s.business_id = ${business_id} and s.user_id is distinct from ${user_id}::bigint
      and (m.role <> 'professional' or m.professional_id = any(${professional_ids}::bigint[]))
    on conflict (business_id, once) do nothing`.execute(tx)
}
