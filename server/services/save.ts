import { service, type Service, type ServiceChanges, type ServiceInput } from '#domain/api/service.ts'
import { gapErrors } from '#domain/occupied.ts'
import type { BusinessId } from '../accounts/owner.ts'
import { takeImages } from '../businesses/images.ts'
import { ensureRoom } from '../businesses/limits.ts'
import { stopBookings } from '../businesses/queries.ts'
import type { Db, Tx } from '../db.ts'
import { invalid, notFound } from '../refusal.ts'
import { ensureVersion } from '../version.ts'
import {
  arrangeServices,
  deleteService,
  futureAppointments,
  insertService,
  lockedService,
  ownServices,
  updateService,
} from './owner-queries.ts'

export const NO_SERVICE = 'Servicio no encontrado'

/** @throws Refusal 400 for its picture, 409 when the business has as many as it may. */
export async function createService(tx: Tx, owner: BusinessId, service: ServiceInput): Promise<Service> {
  ensureGap(service)
  await ensureRoom(tx, owner, 'services')
  if (service.image_url) await takeImages(tx, owner, 'image_url', [service.image_url])
  return insertService(tx, owner, service)
}

/**
 * Removes the service from all lists; appointments keep their copies.
 * @returns how many appointments of it are still to come: none is booked after this.
 * @throws Refusal 404.
 */
export async function removeService(db: Db, owner: BusinessId, id: number, nowMs: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await stopBookings(tx, owner)
    if (!(await deleteService(tx, owner, id, nowMs))) throw notFound(NO_SERVICE)
    return futureAppointments(tx, owner, id, nowMs)
  })
}

/**
 * Changes the given fields; the rest stays.
 * @throws Refusal 400 for its picture, 404, or 409 when the edited `version` is outdated.
 */
export async function changeService(
  db: Db,
  owner: BusinessId,
  id: number,
  { version, ...changes }: ServiceChanges,
): Promise<Service> {
  return db.transaction().execute(async (tx) => {
    const before = await lockedService(tx, owner, id)
    if (!before) throw notFound(NO_SERVICE)
    ensureVersion(before, version, service)
    if (Object.keys(changes).length === 0) return before
    ensureGap({ ...before, ...changes })
    if (changes.image_url)
      await takeImages(tx, owner, 'image_url', [changes.image_url], [before.image_url ?? ''])
    return (await updateService(tx, owner, id, changes))!
  })
}

/** @throws Refusal 400 when the pause is not whole or not within the service. */
function ensureGap({ duration_minutes, gap_from, gap_minutes }: ServiceInput | Service): void {
  const fields = gapErrors(duration_minutes, gap_from, gap_minutes)
  if (Object.keys(fields).length > 0) throw invalid(fields)
}

/** Reorders the list; missing ids follow. @throws Refusal 404 for an id of another business. */
export async function arrange(db: Db, owner: BusinessId, ids: number[]): Promise<Service[]> {
  return db.transaction().execute(async (tx) => {
    const own = new Set((await ownServices(tx, owner)).map(({ id }) => id))
    if (!ids.every((id) => own.has(id))) throw notFound(NO_SERVICE)
    await arrangeServices(tx, owner, ids)
    return ownServices(tx, owner)
  })
}
