import {
  professional,
  type Professional,
  type ProfessionalChanges,
  type ProfessionalInput,
} from '#domain/api/professional.ts'
import { parseSpecialties } from '#domain/specialties.ts'
import type { BusinessId } from '../accounts/owner.ts'
import { noteActivity, type By } from '../activity.ts'
import { takeImages } from '../businesses/images.ts'
import { ensureRoom } from '../businesses/limits.ts'
import { stopBookings } from '../businesses/queries.ts'
import type { Tx } from '../database/db.ts'
import { notFound } from '../http/refusal.ts'
import { countOwn, futureAppointments } from '../services/owner-queries.ts'
import { NO_SERVICE } from '../services/save.ts'
import { ensureVersion } from '../version.ts'
import {
  aheadOf,
  insertProfessional,
  lockedProfessional,
  ownProfessional,
  updateProfessional,
  type Left,
} from './owner-queries.ts'

export const NO_PROFESSIONAL = 'Profesional no encontrado'
const NOTHING_LEFT: Left = { ids: [], total: 0 }

/**
 * @throws Refusal 400 for the picture, 404 for a service that is not the business's, 409 when the business has as
 * many professionals as it may, 429 when it deleted many more within a day.
 */
export async function createProfessional(
  tx: Tx,
  owner: BusinessId,
  professional: ProfessionalInput,
  by: By,
): Promise<Professional> {
  await ensureRoom(tx, owner, 'professionals', by.nowMs)
  await ensureOwnServices(tx, owner, professional.specialties)
  if (professional.avatar_url) await takeImages(tx, owner, 'avatar_url', [professional.avatar_url])
  const id = await insertProfessional(tx, owner, professional)
  const made = (await ownProfessional(tx, owner, id))!
  await note(tx, owner, made, by, 'professional_added')
  return made
}

/**
 * Removes the professional from all lists; appointments keep their copies.
 * @returns what of theirs is still to come: none is booked after this.
 * @throws Refusal 404.
 */
export async function removeProfessional(
  tx: Tx,
  owner: BusinessId,
  id: number,
  by: By,
): Promise<Left & { future_appointments: number }> {
  await stopBookings(tx, owner)
  const before = await lockedProfessional(tx, owner, id)
  if (!before) throw notFound(NO_PROFESSIONAL)
  await updateProfessional(tx, owner, id, { deleted_at: new Date(by.nowMs).toISOString(), avatar_url: null })
  await note(tx, owner, before, by, 'professional_removed')
  const future_appointments = await futureAppointments(tx, owner, { professional_id: id }, by.nowMs)
  return { future_appointments, ...(await aheadOf(tx, owner, id, by.nowMs)) }
}

/**
 * Changes the given fields; the rest stays.
 * @returns with what is still to come of a professional who takes no bookings from now on.
 * @throws Refusal 400 for the picture, 404, or 409 when the edited `version` is outdated.
 */
export async function changeProfessional(
  tx: Tx,
  owner: BusinessId,
  id: number,
  { version, ...changes }: ProfessionalChanges,
  by: By,
): Promise<Left & { professional: Professional }> {
  // Those that are being booked with them are told too.
  if (changes.is_active === false) await stopBookings(tx, owner)
  const before = await lockedProfessional(tx, owner, id)
  if (!before) throw notFound(NO_PROFESSIONAL)
  ensureVersion(before, version, professional, changes)
  if (Object.keys(changes).length === 0) return { professional: before, ...NOTHING_LEFT }
  await ensureOwnServices(tx, owner, changes.specialties)
  if (changes.avatar_url)
    await takeImages(tx, owner, 'avatar_url', [changes.avatar_url], [before.avatar_url ?? ''])
  await updateProfessional(tx, owner, id, changes)
  const isOther = changes.is_active !== undefined && changes.is_active !== before.is_active
  if (isOther)
    await note(tx, owner, before, by, changes.is_active ? 'professional_resumed' : 'professional_stopped')
  const left = isOther && !changes.is_active ? await aheadOf(tx, owner, id, by.nowMs) : NOTHING_LEFT
  return { professional: (await ownProfessional(tx, owner, id))!, ...left }
}

const note = (
  tx: Tx,
  owner: BusinessId,
  { id, professional_name }: Professional,
  by: By,
  act: 'professional_added' | 'professional_stopped' | 'professional_resumed' | 'professional_removed',
) =>
  noteActivity(tx, {
    business_id: owner,
    ...by,
    act,
    subject: professional_name,
    detail: { professional_id: id },
  })

/** Deleted services may stay in the list, because the screen that sends it back does not show them. */
async function ensureOwnServices(tx: Tx, owner: BusinessId, specialties: string | null | undefined) {
  const ids = parseSpecialties(specialties)
  if (ids && (await countOwn(tx, owner, ids)) !== ids.length) throw notFound(NO_SERVICE)
}
