import { HOLIDAY_COUNTRIES, holidaysBetween } from '#domain/holidays.ts'
import { countryOfPhone } from '#domain/phone.ts'
import { addDays } from '#domain/dates.ts'
import type { BusinessId } from '../accounts/owner.ts'
import type { Db, Tx } from '../db.ts'
import { holidaySettings } from './queries.ts'

/** The country is the phone's until the owner chooses one; null: one whose holidays are not known, or none. */
export async function settingsOf(db: Db | Tx, owner: BusinessId) {
  const { holiday_country, holiday_policy: policy, phone, timezone } = await holidaySettings(db, owner)
  const guessed = countryOfPhone(phone)
  const country = holiday_country ?? (guessed && HOLIDAY_COUNTRIES.includes(guessed) ? guessed : null)
  return { country, policy, timezone }
}

const MAX_DAYS = 400

/** The holidays from `first` to `last`, and whether the policy closes the business on them. */
export async function holidaysOfBusiness(db: Db, owner: BusinessId, first: string, last: string) {
  const { country, policy } = await settingsOf(db, owner)
  if (country === null || last < first) return []
  const end = addDays(first, MAX_DAYS)
  const is_closed = policy === 'closed'
  return holidaysBetween(country, first, last < end ? last : end).map((each) => ({ ...each, is_closed }))
}
