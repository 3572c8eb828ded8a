import { sql, type RawBuilder } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import { returnCredits, type Payable } from '../credits/queries.ts'
import { instant, type Tx } from '../database/db.ts'

/** Erases what the client of these appointments answered. */
export async function eraseAnswers(tx: Tx, owner: BusinessId, appointments: number[]): Promise<void> {
  await sql`
    delete from inbound_messages
    where business_id = ${owner} and appointment_id = any(${appointments}::bigint[])`.execute(tx)
}

/** Erases who agreed to what, and leaves that it was agreed to. */
export async function eraseEvidence(tx: Tx, owner: BusinessId, cards: number[]): Promise<void> {
  await sql`
    update consents set evidence = '{}'
    where business_id = ${owner} and card_id = any(${cards}::bigint[])`.execute(tx)
}

/** Stands for whom a message went to; no mail reaches it. */
export const FORGOTTEN_RECIPIENT = 'eliminado@anonimo.invalid'

/** Erases whom messages of these cards went to, and sends none of those that wait. */
export async function eraseMessages(
  tx: Tx,
  owner: BusinessId,
  cards: number[],
  nowMs: number,
): Promise<void> {
  const theirs = sql`card_id = any(${cards}::bigint[])`
  await sendNone(tx, owner, theirs, nowMs)
  await sql`
    update messages set recipient = ${FORGOTTEN_RECIPIENT}, data = '{}', last_error = null
    where business_id = ${owner} and ${theirs}`.execute(tx)
}

/** Skips those of these messages that wait, and returns what they cost. */
export async function sendNone(tx: Tx, owner: BusinessId, these: RawBuilder<unknown>, nowMs: number) {
  const { rows } = await sql<Payable>`
    update messages set state = 'skipped', settled_at = ${instant(nowMs)}
    where business_id = ${owner} and ${these} and state = 'queued' returning business_id, id`.execute(tx)
  await returnCredits(tx, rows, nowMs)
}

/** Erases what merges of these cards filled: then they are not taken back any more. */
export async function eraseMerges(tx: Tx, owner: BusinessId, cards: number[]): Promise<void> {
  await sql`
    delete from card_merges m
    where m.business_id = ${owner} and (m.keep_id = any(${cards}::bigint[]) or exists (
      select from jsonb_array_elements(m.parts) part
      where (part ->> 'card')::bigint = any(${cards}::bigint[])
        or part -> 'cards' @> any(array(select to_jsonb(array[id]) from unnest(${cards}::bigint[]) id))))`.execute(
    tx,
  )
}
