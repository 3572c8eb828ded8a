import { sql } from 'kysely'
import { instant, type Tx } from '../database/db.ts'
import type { DueMessage } from '../messages/queries.ts'
import type { Status } from './webhook.ts'

/** A message as a status finds it. */
export interface Told extends DueMessage {
  state: 'queued' | 'sent' | 'failed' | 'skipped'
  delivered_at: number | null
}

/** The message of a status, locked: by the mark that was sent with it, else by WhatsApp's name of it. */
export async function messageOfStatus(tx: Tx, status: Status): Promise<Told | undefined> {
  const mark = /^([1-9]\d{0,15})\.([1-9]\d{0,15})$/.exec(status.biz_opaque_callback_data ?? '')
  const { rows } = await sql<Told>`
    select business_id, id, kind, appointment_id, recipient, data, attempts, unanswered, state, delivered_at
    from messages
    where channel = 'whatsapp' and ${
      mark
        ? sql`business_id = ${mark[1]}::bigint and id = ${mark[2]}::bigint
            and (provider_id is null or provider_id = ${status.id})`
        : sql`provider_id = ${status.id}`
    }
    for no key update`.execute(tx)
  return rows[0]
}

/** Notes how far a message came. A later moment that came first stays; who has read it has received it. */
export async function noteState(
  tx: Tx,
  { business_id, id }: Pick<DueMessage, 'business_id' | 'id'>,
  { provider_id, state, at }: { provider_id: string; state: 'sent' | 'delivered' | 'read'; at: number },
): Promise<void> {
  const when = instant(at)
  const is = (...states: string[]) => sql`${states.includes(state)}::boolean`
  await sql`
    update messages set provider_id = coalesce(provider_id, ${provider_id}),
      last_error = case when state = 'sent' then null else last_error end,
      delivered_at = case when ${is('delivered', 'read')} then least(delivered_at, ${when}) else delivered_at end,
      read_at = case when ${is('read')} then least(read_at, ${when}) else read_at end
    where business_id = ${business_id} and id = ${id}`.execute(tx)
}
