import { profileErrors } from '#domain/business.ts'
import { secondaryColour } from '#domain/colour.ts'
import { cleanText, isBlank, numberOf, type Input } from '#domain/fields.ts'
import { parseGallery } from '#domain/images.ts'
import { normalisePhone } from '#domain/phone.ts'
import { slugify } from '#domain/slug.ts'
import type { Updateable } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import { sqlState, type Db, type Tx } from '../db.ts'
import { invalid, Refusal } from '../refusal.ts'
import { queueAccountChanged } from '../messages/account-changed.ts'
import type { Tables } from '../tables.ts'
import { takeImages } from './images.ts'
import { lockedProfile, updateProfile, type Profile } from './owner-queries.ts'
import { EMAIL_TAKEN } from './register.ts'
import { holdNumberedSlug, holdSlug } from './slugs.ts'
import { moveInstants, moveStragglers } from './timezone.ts'

export const SLUG_TAKEN = 'Esa dirección ya está en uso, elige otra'

type Changes = Updateable<Tables['businesses']>

/** How each field of the profile is stored, once it has passed its rule. The rest of what is sent is no field of it. */
const STORED: Record<string, (value: unknown) => unknown> = {
  ...named(['business_name', 'business_type', 'email', 'timezone', 'currency'], cleanText),
  ...named(['address', 'city', 'state', 'country', 'description', 'price_range'], textOrNull),
  ...named(['website', 'facebook', 'instagram', 'twitter', 'whatsapp'], textOrNull),
  ...named(['meta_title', 'meta_description', 'featured_image', 'logo_url'], textOrNull),
  ...named(['brand_color', 'brand_color_secondary'], textOrNull),
  ...named(['latitude', 'longitude'], (value) => (isBlank(value) ? null : numberOf(value))),
  ...named(['reminder_hours', 'slot_interval_minutes'], (value) => value),
  phone: normalisePhone,
  gallery_images: (value) => JSON.stringify(parseGallery(value)),
}

/** Every field of the profile that a request may set. */
export const PROFILE_FIELDS = [...Object.keys(STORED), 'slug', 'is_virtual']

/**
 * Changes the fields that are present; the others stay.
 * @throws Refusal 400 for a field, 409 for an e-mail or an address that is taken.
 */
export async function changeProfile(db: Db, owner: BusinessId, form: Input, nowMs: number): Promise<void> {
  const errors = profileErrors(form)
  if (form.is_virtual !== undefined && typeof form.is_virtual !== 'boolean')
    errors.is_virtual = 'Debe ser verdadero o falso'
  if (Object.keys(errors).length > 0) throw invalid(errors)

  let timezone: string | undefined
  try {
    await db.transaction().execute(async (tx) => {
      const before = await lockedProfile(tx, owner)
      const changes = changesOf(form, before)
      await takeProfileImages(tx, owner, changes, before)
      if (form.slug !== undefined) changes.slug = await slugOf(tx, owner, form.slug, changes, before)
      if (changes.timezone && changes.timezone !== before.timezone) {
        timezone = String(changes.timezone)
        await moveInstants(tx, owner, timezone)
      }
      if (Object.keys(changes).length > 0) await updateProfile(tx, owner, changes)
      const newEmail = changes.email ? String(changes.email) : before.email
      if (newEmail.toLowerCase() !== before.email.toLowerCase())
        await queueAccountChanged(tx, { business_id: owner, recipient: before.email, at: nowMs, newEmail })
    })
  } catch (error) {
    if (sqlState(error) === '23505') throw new Refusal(409, EMAIL_TAKEN, { fields: { email: EMAIL_TAKEN } })
    throw error
  }
  if (timezone) await moveStragglers(db, owner, timezone)
}

function changesOf(form: Input, before: Profile): Changes {
  const given = Object.entries(STORED).filter(([name]) => form[name] !== undefined)
  const changes: Changes = Object.fromEntries(given.map(([name, stored]) => [name, stored(form[name])]))
  if (typeof form.is_virtual === 'boolean') changes.is_virtual = form.is_virtual
  if (changes.is_virtual === true) Object.assign(changes, { address: null, latitude: null, longitude: null })

  const after = { ...before, ...changes }
  // Only who touches the place has to give one: a business that was made without keeps its other fields editable.
  const isPlaceTouched = form.address !== undefined || form.is_virtual !== undefined
  if (isPlaceTouched && !after.is_virtual && isBlank(after.address))
    throw invalid({ address: 'Por favor ingresa la dirección de tu negocio' })
  if (form.brand_color !== undefined && form.brand_color_secondary === undefined)
    changes.brand_color_secondary = changes.brand_color ? secondaryColour(String(changes.brand_color)) : null
  return changes
}

async function takeProfileImages(tx: Tx, owner: BusinessId, changes: Changes, before: Profile) {
  for (const field of ['logo_url', 'featured_image'] as const)
    if (changes[field]) await takeImages(tx, owner, field, [String(changes[field])], [before[field] ?? ''])
  if (changes.gallery_images !== undefined)
    await takeImages(
      tx,
      owner,
      'gallery_images',
      parseGallery(changes.gallery_images),
      parseGallery(before.gallery_images),
    )
}

/** The wanted address, or one made from the name; the former one goes on leading here. */
async function slugOf(tx: Tx, owner: BusinessId, wanted: unknown, changes: Changes, before: Profile) {
  if (isBlank(wanted))
    return holdNumberedSlug(tx, owner, slugify(String(changes.business_name ?? before.business_name)))
  const slug = cleanText(wanted)
  if (slug !== before.slug && !(await holdSlug(tx, owner, slug)))
    throw new Refusal(409, SLUG_TAKEN, { fields: { slug: SLUG_TAKEN } })
  return slug
}

function textOrNull(value: unknown): string | null {
  return cleanText(value) || null
}

function named(names: string[], stored: (value: unknown) => unknown) {
  return Object.fromEntries(names.map((name) => [name, stored]))
}
