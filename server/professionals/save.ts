import { cleanText, type Input } from '#domain/fields.ts'
import { normalisePhone } from '#domain/phone.ts'
import { professionalErrors } from '#domain/professional.ts'
import { parseSpecialties } from '#domain/specialties.ts'
import type { BusinessId } from '../accounts/owner.ts'
import { takeImages } from '../businesses/images.ts'
import type { Db, Tx } from '../db.ts'
import { invalid, notFound } from '../refusal.ts'
import { countOwn } from '../services/owner-queries.ts'
import { NO_SERVICE } from '../services/save.ts'
import {
  insertProfessional,
  lockedProfessional,
  ownProfessional,
  updateProfessional,
  type OwnProfessional,
} from './owner-queries.ts'

export const NO_PROFESSIONAL = 'Profesional no encontrado'

/** @throws Refusal 400 for a field, 404 for a service that is not the business's. */
export async function createProfessional(db: Db, owner: BusinessId, form: Input): Promise<OwnProfessional> {
  const professional = read(form)
  return db.transaction().execute(async (tx) => {
    await ensureOwnServices(tx, owner, professional.specialties)
    if (professional.avatar_url) await takeImages(tx, owner, 'avatar_url', [professional.avatar_url])
    const id = await insertProfessional(tx, owner, professional)
    return (await ownProfessional(tx, owner, id))!
  })
}

/** Follows the rules of creation; a picture and a state that are left out stay. @throws Refusal 400 or 404. */
export async function changeProfessional(
  db: Db,
  owner: BusinessId,
  id: number,
  form: Input,
): Promise<OwnProfessional> {
  const professional = read(form)
  return db.transaction().execute(async (tx) => {
    const before = await lockedProfessional(tx, owner, id)
    if (!before) throw notFound(NO_PROFESSIONAL)
    await ensureOwnServices(tx, owner, professional.specialties)
    if (professional.avatar_url)
      await takeImages(tx, owner, 'avatar_url', [professional.avatar_url], [before.avatar_url ?? ''])
    await updateProfessional(tx, owner, id, professional)
    return (await ownProfessional(tx, owner, id))!
  })
}

function read(form: Input) {
  const errors = professionalErrors(form)
  if (form.is_active !== undefined && typeof form.is_active !== 'boolean')
    errors.is_active = 'Debe ser verdadero o falso'
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return {
    professional_name: cleanText(form.professional_name),
    specialties: cleanText(form.specialties) || null,
    phone: normalisePhone(form.phone) ?? null,
    email: cleanText(form.email) || null,
    bio: cleanText(form.bio) || null,
    ...(form.avatar_url !== undefined && { avatar_url: cleanText(form.avatar_url) || null }),
    ...(typeof form.is_active === 'boolean' && { is_active: form.is_active }),
  }
}

/** Services that were deleted may stay in the list: the screen that sends it back does not show them. */
async function ensureOwnServices(tx: Tx, owner: BusinessId, specialties: string | null) {
  const ids = parseSpecialties(specialties)
  if (ids && (await countOwn(tx, owner, ids)) !== ids.length) throw notFound(NO_SERVICE)
}
