import { LIMITED_REASONS, type LimitedReason } from '#domain/mail-state.ts'
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

interface LimitedMail {
  reason: LimitedReason
  /** When the digest that tells of it was sent, epoch milliseconds. */
  told_at: number | null
}

/**
 * Whether the last mails to an appointment's client, at the address that it has now, wait or went into a digest
 * because of a limit.
 */
export async function limitedMailOf(
  db: Db,
  { business_id, id }: { business_id: number; id: number },
): Promise<LimitedMail | null> {
  const { rows } = await sql<LimitedMail>`
    select m.last_error as reason, d.settled_at as told_at
    from messages m
    join appointments a on a.business_id = m.business_id and a.id = m.appointment_id
    left join digest_items i on i.business_id = m.business_id and i.message_id = m.id
    left join messages d on d.business_id = 0 and d.id = i.digest_id and d.state = 'sent'
    where m.last_error = any(${LIMITED_REASONS})
      and m.business_id = ${business_id} and m.appointment_id = ${id}
      and not m.kind like '%\\_owner'
      and (m.state = 'queued' or m.state = 'skipped' and i.recipient = lower(a.client_email))
    order by m.state = 'queued' desc, m.id desc limit 1`.execute(db)
  return rows[0] ?? null
}
