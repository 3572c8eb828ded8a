import { service, type Service, type ServiceChanges, type ServiceInput } from '#domain/api/service.ts'
import { gapErrors } from '#domain/occupied.ts'
import type { NewOption, ProfessionalTerms } from '#domain/options.ts'
import { unpricedError } from '#domain/service.ts'
import type { Option } from '#domain/terms.ts'
import type { BusinessId } from '../accounts/owner.ts'
import { noteActivity, type By } from '../activity.ts'
import { takeImages } from '../businesses/images.ts'
import { ensureRoom } from '../businesses/limits.ts'
import { stopBookings } from '../businesses/queries.ts'
import type { Db, Tx } from '../database/db.ts'
import { invalid, notFound, Refusal } from '../http/refusal.ts'
import { ensureVersion } from '../version.ts'
import { isDeepStrictEqual } from 'node:util'
import { joinCategory } from './category-queries.ts'
import {
  arrangeServices,
  countOwn,
  deleteService,
  futureAppointments,
  insertService,
  lockedService,
  newOptionIds,
  ownService,
  ownServices,
  professionalsAmong,
  setProfessionalTerms,
  updateService,
} from './owner-queries.ts'

export const NO_SERVICE = 'Servicio no encontrado'

/**
 * @throws Refusal 400 for its picture, its category or a professional, 409 when the business has as many services as
 * it may.
 */
export async function createService(
  tx: Tx,
  owner: BusinessId,
  input: ServiceInput,
  by: By,
): Promise<Service> {
  ensureWhole(input)
  await ensureRoom(tx, owner, 'services', by.nowMs)
  if (input.image_url) await takeImages(tx, owner, 'image_url', [input.image_url])
  const { by_professional = [], ...columns } = await stored(tx, owner, input, NOTHING_YET)
  const id = await insertService(tx, owner, { ...columns, terms_version: by_professional.length > 0 ? 1 : 0 })
  await setProfessionalTerms(tx, owner, id, by_professional)
  const made = (await ownService(tx, owner, id))!
  await noteActivity(tx, {
    business_id: owner,
    ...by,
    act: 'service_added',
    subject: made.service_name,
    detail: { after: termsOf(made) },
  })
  return made
}

/**
 * Adds several, in their order. Of two who start with the same list at once, one is told.
 * @throws Refusal as `createService` does, and 409 for a name that a service has already.
 */
export async function createServices(
  tx: Tx,
  owner: BusinessId,
  inputs: readonly ServiceInput[],
  by: By,
): Promise<Service[]> {
  const made: Service[] = []
  // Nobody adds a service after this until the transaction ends.
  await ensureRoom(tx, owner, 'services', by.nowMs)
  const names = new Set((await ownServices(tx, owner)).map(nameOf))
  for (const input of inputs) {
    if (names.has(nameOf(input)))
      throw new Refusal(409, `Ya tienes un servicio llamado ${input.service_name}`)
    names.add(nameOf(input))
    made.push(await createService(tx, owner, input, by))
  }
  return made
}

const nameOf = ({ service_name }: { service_name: string }) => service_name.toLowerCase()

/**
 * Removes the service from all lists; appointments keep their copies.
 * @returns how many appointments of it are still to come: none is booked after this.
 * @throws Refusal 404.
 */
export async function removeService(tx: Tx, owner: BusinessId, id: number, by: By): Promise<number> {
  await stopBookings(tx, owner)
  const before = await lockedService(tx, owner, id)
  if (!before || !(await deleteService(tx, owner, id, by.nowMs))) throw notFound(NO_SERVICE)
  await noteActivity(tx, {
    business_id: owner,
    ...by,
    act: 'service_removed',
    subject: before.service_name,
    detail: { before: termsOf(before) },
  })
  return futureAppointments(tx, owner, { service_id: id }, by.nowMs)
}

/**
 * Changes the given fields; the rest stays.
 * @throws Refusal 400 for what it names, 404, or 409 when the edited `version` is outdated.
 */
export async function changeService(
  db: Db,
  owner: BusinessId,
  id: number,
  { version, ...given }: ServiceChanges,
  by?: By,
): Promise<Service> {
  return db.transaction().execute(async (tx) => {
    const before = await lockedService(tx, owner, id)
    if (!before) throw notFound(NO_SERVICE)
    const changes = knownIn(given, before)
    ensureVersion(before, version, service, changes)
    if (Object.keys(changes).length === 0) return before
    ensureWhole({ ...before, ...changes })
    if (changes.image_url)
      await takeImages(tx, owner, 'image_url', [changes.image_url], [before.image_url ?? ''])
    const { by_professional, ...columns } = await stored(tx, owner, changes, before)
    const isOther =
      by_professional !== undefined && !isDeepStrictEqual(byId(by_professional), byId(before.by_professional))
    if (isOther) await setProfessionalTerms(tx, owner, id, by_professional)
    if (isOther || Object.keys(columns).length > 0) await updateService(tx, owner, id, columns, { isOther })
    const after = (await ownService(tx, owner, id))!
    if (by && !isDeepStrictEqual(termsOf(before), termsOf(after)))
      await noteActivity(tx, {
        business_id: owner,
        ...by,
        act: 'service_changed',
        subject: after.service_name,
        detail: { before: termsOf(before), after: termsOf(after) },
      })
    return after
  })
}

/** The changes, in which what is there already is named as it is: they come again when their answer got lost. */
function knownIn<Changes extends Omit<ServiceChanges, 'version'>>(
  { variants, addons, by_professional, ...others }: Changes,
  before: Service,
) {
  const isSame = by_professional && isDeepStrictEqual(byId(by_professional), byId(before.by_professional))
  return {
    ...others,
    ...(variants && { variants: withKnownIds(variants, before.variants) }),
    ...(addons && { addons: withKnownIds(addons, before.addons) }),
    ...(by_professional && { by_professional: isSame ? before.by_professional : by_professional }),
  }
}

const withKnownIds = (options: NewOption[], before: Option[]): NewOption[] =>
  options.map((option, at) => {
    const there = before[at] && { ...option, id: before[at].id }
    return option.id === undefined && isDeepStrictEqual(there, before[at]) && there ? there : option
  })

/** What the activity keeps of a service before and after: whether it is offered, and all that it costs. */
const termsOf = ({ price, is_active, variants, addons, by_professional }: Service) => ({
  price,
  is_active,
  variants: variants.map(pricedOption),
  addons: addons.map(pricedOption),
  by_professional: byId(by_professional).map(({ professional_id, price }) => ({ professional_id, price })),
})
const pricedOption = ({ name, price }: Option) => ({ name, price })

/** @throws Refusal 400 when the pause is not whole or not within the service, or what is free has a price. */
function ensureWhole(service: ServiceInput | Service): void {
  const { duration_minutes, gap_from, gap_minutes } = service
  const fields = { ...unpricedError(service), ...gapErrors(duration_minutes, gap_from, gap_minutes) }
  if (Object.keys(fields).length > 0) throw invalid(fields)
}

const NOTHING_YET: Pick<Service, 'variants' | 'addons'> = { variants: [], addons: [] }

/**
 * The input as it is stored: new options get their ids; what it names is the business's, without the professionals who
 * were deleted meanwhile.
 * @throws Refusal 400 for a category, a professional or an option that is not.
 */
async function stored<Input extends Partial<ServiceInput>>(
  tx: Tx,
  owner: BusinessId,
  { variants, addons, by_professional, ...input }: Input,
  before: Pick<Service, 'variants' | 'addons'>,
) {
  if (input.category_id && !(await joinCategory(tx, owner, input.category_id)))
    throw invalid({ category_id: 'Esa categoría ya no existe' })
  const ids = by_professional?.map(({ professional_id }) => professional_id) ?? []
  const named = await professionalsAmong(tx, owner, ids)
  if (named.length < ids.length) throw invalid({ by_professional: 'Uno de los profesionales ya no existe' })
  const isThere = ({ professional_id }: ProfessionalTerms) =>
    named.some(({ id, deleted_at }) => id === professional_id && deleted_at === null)
  return {
    ...input,
    ...(by_professional && { by_professional: by_professional.filter(isThere) }),
    ...(variants && { variants: await withIds(tx, 'variants', variants, before.variants) }),
    ...(addons && { addons: await withIds(tx, 'addons', addons, before.addons) }),
  }
}

async function withIds(tx: Tx, name: string, options: NewOption[], before: Option[]): Promise<string> {
  const isKnown = ({ id }: NewOption) => id === undefined || before.some((option) => option.id === id)
  if (!options.every(isKnown)) throw invalid({ [name]: OPTION_GONE })
  const fresh = await newOptionIds(tx, options.filter(({ id }) => id === undefined).length)
  return JSON.stringify(options.map(({ id = fresh.shift()!, ...option }) => ({ id, ...option })))
}

const OPTION_GONE = 'Una de las opciones ya no está. Cierra y vuelve a abrir el servicio.'

const byId = (list: ProfessionalTerms[]) => list.toSorted((a, b) => a.professional_id - b.professional_id)

/**
 * Reorders the list; missing ids follow, and those of services that somebody deleted meanwhile are passed over.
 * @throws Refusal 404 for an id of another business.
 */
export async function arrange(db: Db, owner: BusinessId, ids: number[]): Promise<Service[]> {
  return db.transaction().execute(async (tx) => {
    if ((await countOwn(tx, owner, ids)) < ids.length) throw notFound(NO_SERVICE)
    await arrangeServices(tx, owner, ids)
    return ownServices(tx, owner)
  })
}
