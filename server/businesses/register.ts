import { registrationErrors } from '#domain/account.ts'
import { cleanText, isBlank, numberOf } from '#domain/fields.ts'
import { normalisePhone } from '#domain/phone.ts'
import { DEFAULT_BUSINESS_WEEK } from '#domain/week.ts'
import { slugify } from '#domain/slug.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { insertAccount } from '../accounts/queries.ts'
import { openSession } from '../accounts/sessions.ts'
import { sqlState, type Db } from '../db.ts'
import { enqueue } from '../messages/queries.ts'
import { invalid, Refusal } from '../refusal.ts'
import { insertBusiness, saveBusinessWeek, setSlug } from './owner-queries.ts'
import { holdNumberedSlug } from './slugs.ts'

export const EMAIL_TAKEN = 'Ya existe una cuenta con este email'

export interface Registration {
  body: Record<string, unknown>
  /** May refuse by throwing: limits and the human check. */
  admit: () => Promise<void>
}

/**
 * Makes a business that can be set up at once: its address, its account, a first week of opening hours, a session and
 * a welcome mail; all of it or nothing.
 * @throws Refusal 400 for the form, 409 for an e-mail that has an account.
 */
export async function register(db: Db, nowMs: number, { body, admit }: Registration) {
  const errors = registrationErrors(body)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  await admit()

  const isVirtual = body.is_virtual === true
  const business = {
    business_name: cleanText(body.business_name),
    business_type: String(body.business_type),
    email: cleanText(body.email),
    phone: normalisePhone(body.phone)!,
    is_virtual: isVirtual,
    address: isVirtual ? null : cleanText(body.address),
    ...pointOf(isVirtual ? {} : body),
    created_at: new Date(nowMs).toISOString(),
  }
  const password_hash = await hashPassword(String(body.password))
  try {
    return await db.transaction().execute(async (tx) => {
      const slug = slugify(business.business_name)
      const business_id = await insertBusiness(tx, { ...business, slug })
      await setSlug(tx, business_id, await holdNumberedSlug(tx, business_id, slug))
      await insertAccount(tx, business_id, password_hash, nowMs)
      await saveBusinessWeek(tx, business_id, DEFAULT_BUSINESS_WEEK)
      const welcome = { kind: 'welcome', recipient: business.email, once: 'welcome', due_at: nowMs }
      await enqueue(tx, { business_id, ...welcome })
      const remember = body.remember === true
      const token = await openSession(tx, business_id, { password_hash, remember, nowMs })
      return { token: token!, business_id }
    })
  } catch (error) {
    if (sqlState(error) === '23505') throw new Refusal(409, EMAIL_TAKEN, { fields: { email: EMAIL_TAKEN } })
    throw error
  }
}

/** Both coordinates, or none: half a point is nowhere. */
function pointOf({ latitude, longitude }: { latitude?: unknown; longitude?: unknown }) {
  const isPoint = !isBlank(latitude) && !isBlank(longitude)
  return {
    latitude: isPoint ? numberOf(latitude)! : null,
    longitude: isPoint ? numberOf(longitude)! : null,
  }
}
