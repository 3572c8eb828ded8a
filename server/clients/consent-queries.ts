import type { CardConsent } from '#domain/api/card.ts'
import { sql } from 'kysely'
import { instant, type Db, type Tx } from '../database/db.ts'

/** What the person of a card said last of each purpose, also on a card that was merged into it. */
export async function consentsOf(db: Db | Tx, business_id: number, id: number): Promise<CardConsent[]> {
  const { rows } = await sql<CardConsent>`
    select distinct on (c.purpose) c.purpose, c.given, c.channel, c.evidence->>'how' as how, c.at from consents c
    where c.business_id = ${business_id} and c.purpose in ('whatsapp', 'marketing') and (c.card_id = ${id} or c.card_id in (
      select k.id from client_cards k where k.business_id = ${business_id} and k.merged_into = ${id}))
    order by c.purpose, c.id desc`.execute(db)
  return rows
}

/**
 * Notes what the person of a card says of advertising; said again, nothing is noted. Who wants none wants it on each of their cards,
 * also when a merge is taken back. The card has to be locked.
 */
export async function noteAdvertising(
  tx: Tx,
  { business_id, card_id }: { business_id: number; card_id: number },
  said: {
    given: boolean
    channel: 'owner' | 'portal'
    text_version?: string
    evidence: Record<string, unknown>
    nowMs: number
  },
): Promise<void> {
  const { given, channel, text_version = null, evidence, nowMs } = said
  await sql`
    insert into consents (business_id, card_id, purpose, given, text_version, channel, at, evidence)
    select ${business_id}, k.id, 'marketing', ${given}, ${text_version}, ${channel}, ${instant(nowMs)},
      ${JSON.stringify(evidence)}::jsonb
    from client_cards k
    where k.business_id = ${business_id} and (k.id = ${card_id} or not ${given}::boolean and k.merged_into = ${card_id})
      and (said_consent(${business_id}, ${card_id}, 'marketing') is distinct from ${given}
        or not ${given}::boolean and coalesce((
          select c.given from consents c
          where c.business_id = k.business_id and c.card_id = k.id and c.purpose = 'marketing'
          order by c.id desc limit 1), false))
    order by k.id`.execute(tx)
}

/** The card that speaks for this one, locked, with the business's name; undefined when the person was forgotten. */
export async function lockedSpeaker(
  tx: Tx,
  { business_id, card_id }: { business_id: number; card_id: number },
) {
  const { rows } = await sql<{ id: number; business_name: string }>`
    select c.id, b.business_name from client_cards k
    join client_cards c on c.business_id = k.business_id and c.id = coalesce(k.merged_into, k.id)
    join businesses b on b.id = k.business_id
    where k.business_id = ${business_id} and k.id = ${card_id} and c.forgotten_at is null
    for no key update of c`.execute(tx)
  return rows[0]
}
