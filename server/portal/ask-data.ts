import { ALREADY_ASKED, dueDate, type DataRequestKind } from '#domain/data-request.ts'
import { today } from '#domain/zone.ts'
import { takeOrWork } from '../limits/allowances.ts'
import type { Db, Tx } from '../database/db.ts'
import { queueDataRequest } from '../messages/data-requests/mails.ts'
import { Refusal } from '../http/refusal.ts'
import { insertRequest } from './data-request-queries.ts'
import type { ClientAppointment } from './queries.ts'

/** Bounded for a client, for the business that has to answer, and for a network, beyond whose limit each costs work. */
export const takeRequest = (
  db: Db,
  nowMs: number,
  by: ClientAppointment,
  { network, proof }: { network: string; proof: unknown },
) =>
  takeOrWork(db, nowMs, {
    own: [
      {
        subject: `data requests of ${by.business_id} ${by.client_email?.toLowerCase() ?? by.id}`,
        max: 8,
        minutes: 1440,
      },
      { subject: `data requests to ${by.business_id}`, max: 100, minutes: 1440 },
    ],
    ofNetwork: { subject: `data requests from ${network}`, max: 20, minutes: 1440 },
    proof,
  })

/**
 * Notes what a client asks of their data, and mails the business.
 * @throws Refusal 409 when they asked the same and have no answer yet.
 */
export async function askData(
  tx: Tx,
  by: ClientAppointment,
  { kind, details, nowMs }: { kind: DataRequestKind; details: string; nowMs: number },
) {
  const { business_id, id, client_name, client_email, timezone } = by
  const request = await insertRequest(tx, {
    business_id,
    appointment_id: id,
    kind,
    details,
    client_name,
    client_email,
    due_date: dueDate(kind, today(timezone, nowMs)),
    nowMs,
  })
  if (!request) throw new Refusal(409, ALREADY_ASKED)
  await queueDataRequest(tx, { ...request, client_name }, nowMs)
  return request
}
