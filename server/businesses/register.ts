import type { Registration } from '#domain/api/calls/accounts.ts'
import { DEFAULT_BUSINESS_WEEK } from '#domain/week.ts'
import { slugify } from '#domain/slug.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { ensureNotGuessed } from '../accounts/weak.ts'
import { insertOwner } from '../accounts/queries.ts'
import type { SeenFrom } from '../accounts/devices/seen.ts'
import { openSession } from '../accounts/sessions.ts'
import { sqlState, type Db } from '../database/db.ts'
import { keep } from '../once.ts'
import { enqueue } from '../messages/queries.ts'
import { insertBusiness, saveBusinessWeek, setSlug } from './owner-queries.ts'
import { presentPolicy } from './policy.ts'
import { emailTaken, enterAgain, isSentAgain, type SentAgain } from './register-again.ts'
import { holdNumberedSlug } from './slugs.ts'

export interface Application {
  form: Omit<Registration, 'recaptcha_token' | 'timezone' | 'proof_of_work'>
  from: SeenFrom
  /** Refuses programs by throwing. */
  ensureHuman: () => Promise<void>
  /** May refuse a new registration by throwing; one that is sent again is none. */
  ensureOpen: () => Promise<void>
  /** Counts a new registration. */
  count: () => Promise<void>
  /** What tells the same request, sent again because its answer got lost. */
  again: SentAgain
}

/**
 * Registers a business ready for set-up: its address, its owner, a first week of opening hours, a session
 * and a welcome mail; all of it or nothing. Sent again with its key, it opens a session in the business that it made.
 * @throws Refusal 409 for an e-mail that already has an account.
 */
export async function register(
  db: Db,
  nowMs: number,
  { form, from, ensureHuman, ensureOpen, count, again }: Application,
) {
  const isNew = !(await isSentAgain(db, nowMs, { ...form, ...again }))
  if (isNew) await ensureOpen()
  await ensureHuman()
  // Who does not pass the check makes nobody work who has the same address of a carrier.
  if (isNew) await count()
  const entered = await enterAgain(db, nowMs, { form, from, ...again })
  if (entered) return entered

  const isVirtual = form.is_virtual === true
  const business = {
    business_name: form.business_name,
    business_type: form.business_type,
    email: form.email,
    phone: form.phone,
    is_virtual: isVirtual,
    address: isVirtual ? null : (form.address ?? null),
    ...(isVirtual ? NOWHERE : pointOf(form)),
    created_at: new Date(nowMs).toISOString(),
  }
  ensureNotGuessed(form.password, form)
  const password_hash = await hashPassword(form.password, { lane: from.network })
  try {
    return await db.transaction().execute(async (tx) => {
      const slug = slugify(business.business_name)
      const business_id = await insertBusiness(tx, { ...business, slug })
      await setSlug(tx, business_id, await holdNumberedSlug(tx, business_id, slug))
      const { email } = business
      const user_id = await insertOwner(tx, { business_id, email, password_hash, nowMs })
      await saveBusinessWeek(tx, business_id, DEFAULT_BUSINESS_WEEK)
      await presentPolicy(tx, business_id, nowMs)
      const welcome = { kind: 'welcome', recipient: business.email, once: 'welcome', due_at: nowMs }
      await enqueue(tx, { business_id, ...welcome })
      const remember = form.remember === true
      const token = await openSession(
        tx,
        { business_id, user_id, password_hash, has_second_factor: false },
        { remember, nowMs, from },
      )
      if (again.key) await keep(tx, { business_id, key: again.key, nowMs }, 201, {})
      return { token: token!, business_id }
    })
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    // The same key may have made it at this moment.
    const meanwhile = await enterAgain(db, nowMs, { form, from, ...again })
    if (meanwhile) return meanwhile
    throw emailTaken()
  }
}

const NOWHERE = { latitude: null, longitude: null }

/** Both coordinates or neither: one alone is no place. */
const pointOf = ({ latitude, longitude }: Pick<Registration, 'latitude' | 'longitude'>) =>
  latitude === null || longitude === null ? NOWHERE : { latitude, longitude }
