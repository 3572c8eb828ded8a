import type { DataCopy } from '#domain/api/calls/data-copy.ts'
import { COPY_LISTS, COPY_ROWS, COPY_SENTENCES, type CopyList } from '#domain/data-copy.ts'
import { takeOrWork } from '../limits/allowances.ts'
import { openNote } from '../clients/health.ts'
import type { Db, Tx } from '../database/db.ts'
import { networkOf } from '../limits/network.ts'
import { Refusal } from '../http/refusal.ts'
import type { Secrets } from '../secrets.ts'
import { tokenKey } from '../tokens.ts'
import { access } from './client.ts'
import { dataPage } from './data-copy-page.ts'
import * as queries from './data-copy-queries.ts'

interface Asking {
  token: unknown
  /** The network address of whoever asks. */
  address: string
  proof: unknown
  nowMs: number
}

/**
 * What a business keeps of the client who reads a mailed link. The token of one appointment is not enough: whoever books with
 * somebody's e-mail has one.
 * @throws Refusal 403 for another token, 401 for one that is unknown or over, 429 after some copies in a day.
 */
export async function copyData(db: Db, secrets: Secrets, { token, address, proof, nowMs }: Asking) {
  const opened = await access(db, nowMs, token, address)
  const key = tokenKey(token)
  const email = opened.client.client_email?.toLowerCase()
  if (!key || !email) throw new Refusal(403, COPY_SENTENCES.ownLink)
  const { business_id } = key
  await takeOrWork(db, nowMs, {
    own: [
      { subject: `data copies of ${business_id} ${email}`, max: 5, minutes: 1440 },
      { subject: `data copies by ${business_id}`, max: 200, minutes: 1440 },
    ],
    ofNetwork: { subject: `data copies from ${networkOf(address)}`, max: 20, minutes: 1440 },
    proof,
  })
  // As of one instant: a merge in between must not bring another person's notes.
  const read = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => keptOf(tx, secrets, { business_id, email }))
  const { timezone, ...kept } = read
  const data: DataCopy = { ...kept, client_email: email, at: nowMs }
  return { data, page: dataPage(data, timezone) }
}

async function keptOf(tx: Tx, secrets: Secrets, who: { business_id: number; email: string }) {
  const { business_id } = who
  const place = await queries.placeOf(tx, business_id)
  const found = await queries.cardOfEmail(tx, who)
  const id = found?.id ?? null
  const appointments = await queries.copiedAppointments(tx, who, id)
  const ids = appointments.map((row) => Number(row['id']))
  const lists: Record<CopyList, queries.Row[]> = {
    appointments,
    notes: id === null ? [] : await queries.copiedNotes(tx, business_id, id),
    health_notes: id === null ? [] : await healthOf(tx, secrets, business_id, id),
    tags: id === null ? [] : await queries.copiedTags(tx, business_id, id),
    consents: id === null ? [] : await queries.copiedConsents(tx, business_id, id),
    data_requests: await queries.copiedRequests(tx, business_id, ids),
    messages: await queries.copiedMessages(tx, who, ids, id),
    inbound_messages: id === null ? [] : await queries.copiedReplies(tx, business_id, ids),
    files: id === null ? [] : await queries.copiedFiles(tx, business_id, id),
  }
  const names = Object.keys(COPY_LISTS) as CopyList[]
  const shortened = names.filter((name) => lists[name].length > COPY_ROWS)
  for (const name of shortened) lists[name] = lists[name].slice(0, COPY_ROWS)
  return { ...place, card: found ?? null, ...lists, shortened }
}

/** Notes on health with their text, as in the business's own file; null for what another key sealed. */
async function healthOf(tx: Tx, secrets: Secrets, business_id: number, card_id: number) {
  const notes = await queries.copiedHealthNotes(tx, business_id, card_id)
  return notes.map(({ id, at, sealed }) => ({
    id,
    body: openNote(secrets, { business_id, id, sealed }),
    at: new Date(at).toISOString(),
  }))
}
