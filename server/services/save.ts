import { idOf, cleanText, type Input } from '#domain/fields.ts'
import { durationOf, priceOf, serviceErrors } from '#domain/service.ts'
import type { BusinessId } from '../accounts/owner.ts'
import { takeImages } from '../businesses/images.ts'
import type { Db } from '../db.ts'
import { invalid, notFound } from '../refusal.ts'
import {
  arrangeServices,
  insertService,
  lockedService,
  ownServices,
  updateService,
  type OwnService,
} from './owner-queries.ts'

export const NO_SERVICE = 'Servicio no encontrado'

/** @throws Refusal 400 for a field. */
export async function createService(db: Db, owner: BusinessId, form: Input): Promise<OwnService> {
  const service = read(form)
  return db.transaction().execute(async (tx) => {
    if (service.image_url) await takeImages(tx, owner, 'image_url', [service.image_url])
    return insertService(tx, owner, service)
  })
}

/** Follows the rules of creation; a picture and a state that are left out stay. @throws Refusal 400 or 404. */
export async function changeService(db: Db, owner: BusinessId, id: number, form: Input): Promise<OwnService> {
  const service = read(form)
  return db.transaction().execute(async (tx) => {
    const before = await lockedService(tx, owner, id)
    if (!before) throw notFound(NO_SERVICE)
    if (service.image_url)
      await takeImages(tx, owner, 'image_url', [service.image_url], [before.image_url ?? ''])
    return (await updateService(tx, owner, id, service))!
  })
}

function read(form: Input) {
  const errors = serviceErrors(form)
  if (form.is_active !== undefined && typeof form.is_active !== 'boolean')
    errors.is_active = 'Debe ser verdadero o falso'
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return {
    service_name: cleanText(form.service_name),
    description: cleanText(form.description) || null,
    duration_minutes: durationOf(form.duration_minutes)!,
    price: priceOf(form.price)!,
    ...(form.image_url !== undefined && { image_url: cleanText(form.image_url) || null }),
    ...(typeof form.is_active === 'boolean' && { is_active: form.is_active }),
  }
}

/** Arranges the list; ids that are left out follow. @throws Refusal 400, or 404 when one is not the business's. */
export async function arrange(db: Db, owner: BusinessId, list: unknown): Promise<OwnService[]> {
  const ids = Array.isArray(list) ? list.map(idOf).filter((id) => id !== undefined) : []
  if (!Array.isArray(list) || ids.length !== list.length || new Set(ids).size !== ids.length)
    throw invalid({ ids: 'El orden debe ser una lista de servicios, sin repetir' })
  return db.transaction().execute(async (tx) => {
    const own = new Set((await ownServices(tx, owner)).map(({ id }) => id))
    if (!ids.every((id) => own.has(id))) throw notFound(NO_SERVICE)
    await arrangeServices(tx, owner, ids)
    return ownServices(tx, owner)
  })
}
