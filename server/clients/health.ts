import type { HealthNote } from '#domain/api/health.ts'
import { isMinor } from '#domain/birthday.ts'
import { HEALTH_SENTENCES } from '#domain/health.ts'
import { today } from '#domain/zone.ts'
import type { BusinessId } from '../accounts/owner.ts'
import type { Scope } from '../accounts/scope.ts'
import { noteActivity } from '../activity.ts'
import { timezoneOf } from '../appointments/owner-queries.ts'
import type { Db, Tx } from '../database/db.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import type { Secrets } from '../secrets.ts'
import { cardOfComing, lockedCard } from './card-queries.ts'
import {
  countHealthNotes,
  deleteHealthNote,
  insertConsent,
  insertHealthNote,
  nextNote,
  sealedNotes,
  standingConsent,
  withdrawHealth,
} from './health-queries.ts'

/** What a note is sealed for: it opens in its business and under its id alone, on whatever card it is by then. */
const nameOf = (business_id: number, id: number) => `health note ${id} of business ${business_id}`

/** @throws Refusal 503 when another key sealed what is there. */
export async function sealNote(
  secrets: Secrets,
  db: Db | Tx,
  { business_id, id, body }: { business_id: number; id: number; body: string },
): Promise<Buffer> {
  try {
    return await secrets.seal(db, nameOf(business_id, id), Buffer.from(body))
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    throw Object.assign(new Refusal(503, HEALTH_SENTENCES.noKey), { cause })
  }
}

/** The text of a note; null when the server does not have its key. */
export function openNote(
  secrets: Secrets,
  { business_id, id, sealed }: { business_id: number; id: number; sealed: Buffer },
): string | null {
  try {
    return secrets.open(nameOf(business_id, id), sealed).toString()
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

interface Reader {
  owner: BusinessId
  /** Whose health the member may read of. */
  scope: Scope
  card_id: number
  user_id: number
  nowMs: number
}
const NO_CARD = 'Cliente no encontrado'

/** Reads the notes on a client's health, and notes who did. */
export async function readHealth(
  db: Db,
  secrets: Secrets,
  { owner: business_id, scope, card_id, user_id, nowMs }: Reader,
) {
  return db.transaction().execute(async (tx) => {
    if (!(await cardOfComing(tx, scope, card_id))) throw notFound(NO_CARD)
    const found = await sealedNotes(tx, { business_id, card_id }, user_id)
    const consent = await standingConsent(tx, { business_id, card_id })
    if (found.length > 0)
      await noteActivity(tx, { business_id, user_id, act: 'health_read', detail: { card_id }, nowMs })
    const notes = found.map(({ sealed, ...note }): HealthNote => {
      const body = openNote(secrets, { business_id, id: note.id, sealed })
      return { ...note, body }
    })
    return { consent: consent ? { at: consent.at, responsible: consent.responsible } : null, notes }
  })
}

/**
 * Writes a note on a client's health. Of a client under age it is somebody else who agrees, whose name is kept (Ley 1581, art. 7);
 * what the client agreed to alone, before the birthday was known, is not enough.
 * @throws Refusal 400 when neither a consent stands nor one is given now, 409 when the card is full.
 */
export async function writeHealth(
  tx: Tx,
  secrets: Secrets,
  reader: Reader,
  { body, agreed, responsible }: { body: string; agreed: boolean; responsible: string },
): Promise<number> {
  const { owner: business_id, card_id, user_id, nowMs } = reader
  const { birthday } = await ensureSeen(tx, reader)
  const asksResponsible = isMinor(birthday, today(await timezoneOf(tx, business_id), nowMs))
  const last = await standingConsent(tx, { business_id, card_id })
  const standing = asksResponsible && last?.responsible === null ? undefined : last
  if (!standing && !agreed)
    throw new Refusal(400, HEALTH_SENTENCES.consent, { fields: { agreed: HEALTH_SENTENCES.consent } })
  if (!standing && asksResponsible && !responsible)
    throw new Refusal(400, HEALTH_SENTENCES.responsible, {
      fields: { responsible: HEALTH_SENTENCES.responsible },
    })
  const said = { user_id, responsible: asksResponsible ? responsible : undefined, nowMs }
  const consent_id = standing?.id ?? (await insertConsent(tx, { business_id, card_id }, said))
  const id = await nextNote(tx)
  const sealed = await sealNote(secrets, tx, { business_id, id, body })
  const note = { business_id, card_id, id, sealed, consent_id, written_by: user_id }
  if (!(await insertHealthNote(tx, note, nowMs))) throw new Refusal(409, HEALTH_SENTENCES.full)
  await noteActivity(tx, { business_id, user_id, act: 'health_noted', detail: { card_id }, nowMs })
  return id
}

/** Removes a note; with `isOwn`, only who wrote it may. */
export async function removeHealth(
  tx: Tx,
  reader: Reader,
  { id, isOwn }: { id: number; isOwn: boolean },
): Promise<void> {
  const { owner: business_id, card_id, user_id, nowMs } = reader
  await ensureSeen(tx, reader)
  if (!(await deleteHealthNote(tx, { business_id, card_id, id }, isOwn ? user_id : undefined)))
    throw notFound('Nota no encontrada')
  await noteActivity(tx, { business_id, user_id, act: 'health_removed', detail: { card_id }, nowMs })
}

/** Notes that a client agrees no more: what was noted of their health goes. @returns how many notes. */
export async function endConsent(tx: Tx, reader: Reader): Promise<number> {
  const { owner: business_id, card_id, user_id, nowMs } = reader
  await ensureSeen(tx, reader)
  // Asked again after a lost answer, nothing is left to withdraw.
  const standing = await standingConsent(tx, { business_id, card_id })
  if (!standing && (await countHealthNotes(tx, { business_id, card_id })) === 0) return 0
  const removed = await withdrawHealth(tx, { business_id, card_id }, { channel: 'owner', user_id, nowMs })
  await noteActivity(tx, { business_id, user_id, act: 'health_withdrawn', detail: { card_id }, nowMs })
  return removed
}

/** Locks a card that the scope covers: consent and notes of one person change one after the other. */
async function ensureSeen(tx: Tx, { owner, scope, card_id }: Reader) {
  const card = (await cardOfComing(tx, scope, card_id)) && (await lockedCard(tx, owner, card_id))
  if (!card) throw notFound(NO_CARD)
  return card
}
