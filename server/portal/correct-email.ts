import { CORRECTION_MINUTES } from '#domain/choice.ts'
import { changeAppointment, lockAppointment } from '../appointments/change-queries.ts'
import { takeOrWork } from '../limits/allowances.ts'
import type { Db } from '../database/db.ts'
import { queueConfirmation } from '../messages/changes.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { appointmentOfToken, digestFor } from '../tokens.ts'
import { NO_ACCESS } from './client.ts'

interface Correction {
  token: unknown
  client_email: string
  network: string
  proof: unknown
}

/**
 * Corrects the e-mail of a booking that was just made, and sends its confirmation there. Only who booked may, by the
 * booking's own token: whoever reads a mail that went to a wrong address must not take the appointment along. Links of
 * that mail end with the address.
 * @throws Refusal 401 for another token, 409 when it is too late, 429 after too many.
 */
export async function correctEmail(
  db: Db,
  nowMs: number,
  { token, client_email, network, proof }: Correction,
) {
  const opened = await appointmentOfToken(db, token)
  if (!opened?.isBooker) throw new Refusal(401, NO_ACCESS)
  const { business_id, id } = opened
  await takeOrWork(db, nowMs, {
    own: [
      { subject: `corrected e-mail of ${business_id} ${id}`, max: 3, minutes: 60 },
      { subject: `e-mails corrected to ${client_email.toLowerCase()}`, max: 5, minutes: 60 },
    ],
    ofNetwork: { subject: `e-mails corrected from ${network}`, max: 30, minutes: 60 },
    proof,
  })
  const digest = await digestFor(db, 'mails', network)
  return db.transaction().execute(async (tx) => {
    const row = await lockAppointment(tx, { business_id, id })
    if (!row) throw notFound('Cita no encontrada')
    if (row.given_away_at !== null) throw new Refusal(401, NO_ACCESS)
    if (row.client_email === client_email) return { business_id, client_email }
    const isLate = row.created_at + CORRECTION_MINUTES * 60_000 < nowMs
    if (isLate || row.booked_by !== 'client') throw new Refusal(409, TOO_LATE)
    if (row.status !== 'scheduled') throw new Refusal(409, 'Esta cita ya no está programada')
    const change = { change: 'edited', actor: 'client', nowMs } as const
    const { id: number } = await changeAppointment(tx, row, { client_email }, change)
    await queueConfirmation(tx, {
      business_id,
      appointment_id: id,
      recipient: client_email,
      at: nowMs,
      network: digest,
      number,
    })
    return { business_id, client_email }
  })
}

const TOO_LATE = `El correo se puede corregir durante ${CORRECTION_MINUTES} minutos. Escríbele al negocio para cambiarlo.`
