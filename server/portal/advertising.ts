import { MARKETING_TEXT_VERSION } from '#domain/consents.ts'
import { lockedSpeaker, noteAdvertising } from '../clients/consent-queries.ts'
import type { Db } from '../database/db.ts'
import { notFound } from '../http/refusal.ts'
import { digestFor } from '../tokens.ts'
import { cardsOf } from './advertising-queries.ts'

interface Own {
  business_id: number
  id: number
}

/** Of each of these appointments whether its client agreed to advertising; none of what is nobody's. */
export async function advertisedTo(db: Db, appointments: readonly Own[]) {
  const cards = await cardsOf(db, appointments)
  return cards.map(({ appointment_id, agreed }) => ({ appointment_id, agreed }))
}

/**
 * Notes that the client of an appointment agrees to advertising, or wants none; said again, nothing is noted.
 * @throws Refusal 404 when the person was forgotten.
 */
export async function agreeToAdvertising(
  db: Db,
  by: Own,
  { agreed, network, nowMs }: { agreed: boolean; network: string; nowMs: number },
): Promise<void> {
  const [found] = await cardsOf(db, [by])
  const evidence = { network: await digestFor(db, 'consents', network) }
  await db.transaction().execute(async (tx) => {
    const card = found && (await lockedSpeaker(tx, { business_id: by.business_id, card_id: found.card_id }))
    if (!card) throw notFound('Cita no encontrada')
    const key = { business_id: by.business_id, card_id: card.id }
    const said = { channel: 'portal' as const, text_version: MARKETING_TEXT_VERSION, evidence, nowMs }
    await noteAdvertising(tx, key, { given: agreed, ...said })
  })
}
