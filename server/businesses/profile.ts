import { profile, type Profile, type ProfileChanges } from '#domain/api/business.ts'
import { changedSettings } from '#domain/activity-settings.ts'
import { EMAIL_NEEDS_PASSWORD, isSameEmail } from '#domain/account.ts'
import { whatsappWithCode } from '#domain/business.ts'
import { secondaryColour } from '#domain/colour.ts'
import { isBlank } from '#domain/fields.ts'
import { arranged, parseGallery } from '#domain/images.ts'
import { MOST_SLUGS, slugify } from '#domain/slug.ts'
import { noteActivity } from '../activity.ts'
import { askerOf, lockedAsker } from '../accounts/devices/asker.ts'
import { ensureMayChangeEmail } from '../accounts/email.ts'
import type { BusinessId, Session } from '../accounts/owner.ts'
import { spend, type Limit } from '../limits/attempts.ts'
import { keepFormerEmail } from '../accounts/former-email-queries.ts'
import { endResetLinks } from '../accounts/password-queries.ts'
import { sqlState, type Db, type Tx } from '../database/db.ts'
import { invalid, Refusal } from '../http/refusal.ts'
import { queueAccountChanged } from '../messages/account-changed.ts'
import { queueConfirmEmail } from '../messages/confirm-email.ts'
import { ensureVersion } from '../version.ts'
import { takeImages } from './images.ts'
import { businessProfile, lockedProfile, updateProfile } from './owner-queries.ts'
import { changePolicy } from './policy.ts'
import { businessWeek } from './queries.ts'
import { emailTaken } from './register-again.ts'
import { freeSlug, heldSlugs, holdNumberedSlug, holdSlug } from './slugs.ts'
import { moveInstants } from './timezone.ts'

export const SLUG_TAKEN = 'Esa dirección ya está en uso, elige otra'
const TOO_MANY_SLUGS = `Tu negocio ya ha usado ${MOST_SLUGS} direcciones. Puedes volver a una de ellas.`

/** The profile with the opening hours. */
export async function wholeProfile(db: Db, owner: BusinessId) {
  const [business, schedules] = await Promise.all([businessProfile(db, owner), businessWeek(db, owner)])
  return { ...business, schedules }
}

/**
 * Each e-mail that a business names is written to, keeps others from it for two days, and is found out to have an account:
 * as many as somebody mistypes.
 */
const emailChanges = ({ business_id, user_id }: Session, network: string): Limit[] => [
  { subject: `e-mails of business ${business_id} an hour`, max: 5, minutes: 60 },
  { subject: `e-mails of business ${business_id} a day`, max: 10, minutes: 24 * 60 },
  { subject: `e-mails changed by ${user_id}`, max: 10, minutes: 24 * 60 },
  { subject: `e-mails changed from ${network}`, max: 60, minutes: 60 },
]

type Changes = Omit<ProfileChanges, 'version' | 'currentPassword'>

/**
 * Changes the fields that are present; the others stay. Where its owner signs in by the e-mail, another one is another log-in: it
 * needs the current password, and ends the reset links that went to the former one.
 * @throws Refusal 400 for a field, as `ensureMayChangeEmail`, 409 for an e-mail or an address that is taken, or when the edited
 * `version` is outdated, 429 after too many other e-mails or texts of its policy.
 */
export async function changeProfile(
  db: Db,
  session: Session,
  { version, currentPassword, ...given }: ProfileChanges,
  { nowMs, network }: { nowMs: number; network: string },
): Promise<void> {
  const owner = session.business_id
  const by = { business_id: owner, user_id: session.user_id, nowMs }
  const { email: before } = await businessProfile(db, owner)
  const isOtherEmail = given.email !== undefined && !isSameEmail(given.email, before)
  const isProven =
    isOtherEmail && (await ensureMayChangeEmail(db, nowMs, session, { before, password: currentPassword }))
  if (isOtherEmail) await spend(db, nowMs, emailChanges(session, network))
  try {
    await db.transaction().execute(async (tx) => {
      // Before the business, as 'No fui yo' locks them.
      if (isOtherEmail) await lockedAsker(tx, askerOf(session))
      const before = await lockedProfile(tx, owner)
      const changes = following(given, before)
      if (version !== undefined) {
        const wanted = {
          ...changes,
          ...(given.slug === '' && { slug: await madeSlug(tx, owner, changes, before) }),
        }
        ensureVersion(await wholeProfile(tx, owner), version, profile, wanted)
      }
      await takeProfileImages(tx, owner, changes, before)
      if (given.slug !== undefined) changes.slug = await slugOf(tx, owner, given.slug, changes, before)
      if (changes.timezone && changes.timezone !== before.timezone)
        await moveInstants(tx, owner, changes.timezone, nowMs)
      const newEmail = changes.email ?? before.email
      const isOther = !isSameEmail(newEmail, before.email)
      // An e-mail by which nobody signs in is no log-in: nothing of an account changes with it.
      const signIn = isOther ? await keepFormerEmail(tx, owner, before.email, nowMs) : []
      const isLogin = signIn.length > 0
      if (Object.keys(changes).length > 0) {
        await updateProfile(tx, owner, changes)
        await changePolicy(tx, owner, nowMs)
        const detail = changedSettings(before, changes)
        if (detail) await noteActivity(tx, { ...by, act: 'settings_changed', detail })
      }
      if (isOther) {
        // Another screen changed it since the password was asked for.
        if (isLogin && !isProven) throw invalid({ currentPassword: EMAIL_NEEDS_PASSWORD })
        if (isLogin) {
          await endResetLinks(tx, signIn)
          await queueAccountChanged(tx, { business_id: owner, recipient: before.email, at: nowMs, newEmail })
        }
        await noteActivity(tx, {
          ...by,
          ...(isLogin ? { act: 'email_changed' } : { act: 'business_email_moved', subject: newEmail }),
        })
        await queueConfirmEmail(tx, { business_id: owner, email: newEmail, at: nowMs })
      }
    })
  } catch (error) {
    if (sqlState(error) === '23505') throw emailTaken()
    throw error
  }
}

/** Puts the gallery's pictures in that order: what was added or removed since it was seen stays so. */
export async function arrangeGallery(db: Db, owner: BusinessId, order: string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { gallery_images } = await lockedProfile(tx, owner)
    const pictures = arranged(parseGallery(gallery_images), order)
    await updateProfile(tx, owner, { gallery_images: JSON.stringify(pictures) })
  })
}

/** The changed columns, including derived ones. */
function following(given: Changes, before: Profile): Changes {
  const changes = { ...given }
  if (changes.is_virtual === true) Object.assign(changes, { address: null, latitude: null, longitude: null })

  const after = { ...before, ...changes }
  // The location is required only when it is edited: a business created without one keeps its other fields
  // editable.
  const isPlaceTouched = given.address !== undefined || given.is_virtual !== undefined
  if (isPlaceTouched && !after.is_virtual && isBlank(after.address))
    throw invalid({ address: 'Por favor ingresa la dirección de tu negocio' })
  if (changes.whatsapp) changes.whatsapp = whatsappWithCode(changes.whatsapp, after.phone)
  if (given.brand_color !== undefined && given.brand_color_secondary === undefined)
    changes.brand_color_secondary = given.brand_color ? secondaryColour(given.brand_color) : null
  return changes
}

async function takeProfileImages(tx: Tx, owner: BusinessId, changes: Changes, before: Profile) {
  for (const field of ['logo_url', 'featured_image'] as const)
    if (changes[field]) await takeImages(tx, owner, field, [changes[field]], [before[field] ?? ''])
  if (changes.gallery_images !== undefined)
    await takeImages(
      tx,
      owner,
      'gallery_images',
      parseGallery(changes.gallery_images),
      parseGallery(before.gallery_images),
    )
}

const nameIn = (changes: Changes, before: Profile) => slugify(changes.business_name ?? before.business_name)

/** The address that a blank one becomes. */
const madeSlug = (tx: Tx, owner: BusinessId, changes: Changes, before: Profile) =>
  freeSlug(tx, owner, nameIn(changes, before))

/**
 * The requested address, or one made from the name. Former addresses keep redirecting here, so a business may
 * hold at most `MOST_SLUGS`. Its row is locked, so that simultaneous changes are counted one after the other.
 */
async function slugOf(tx: Tx, owner: BusinessId, slug: string, changes: Changes, before: Profile) {
  if (slug === before.slug) return slug
  const held = await heldSlugs(tx, owner)
  const found = slug === '' ? await holdNumberedSlug(tx, owner, nameIn(changes, before)) : slug
  if (slug !== '' && !(await holdSlug(tx, owner, slug)))
    throw new Refusal(409, SLUG_TAKEN, { fields: { slug: SLUG_TAKEN } })
  const isNew = (await heldSlugs(tx, owner)) > held
  if (isNew && held >= MOST_SLUGS)
    throw new Refusal(409, TOO_MANY_SLUGS, { fields: { slug: TOO_MANY_SLUGS } })
  return found
}
