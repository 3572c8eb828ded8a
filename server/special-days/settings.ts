import { wholeOf } from '../accounts/scope.ts'
import { ASK_DAYS_BEFORE, HOLIDAY_COUNTRIES, holidaysBetween } from '#domain/holidays.ts'
import { countryOfPhone } from '#domain/phone.ts'
import { addDays } from '#domain/dates.ts'
import { holidayQuestion } from '#domain/special-days.ts'
import { businessDayOn } from '#domain/special-hours.ts'
import type { BusinessId } from '../accounts/owner.ts'
import type { Db, Tx } from '../database/db.ts'
import { holidaySettings, scheduledByDate, specialDaysBetween } from './queries.ts'

/**
 * The country is the phone's until the owner chooses one, or closes on holidays, which are those of a stored country only; null:
 * one whose holidays are not known, or none.
 */
export async function settingsOf(db: Db | Tx, owner: BusinessId) {
  const { holiday_country, holiday_policy: policy, phone, timezone } = await holidaySettings(db, owner)
  const theirs = countryOfPhone(phone)
  const guessed = theirs && HOLIDAY_COUNTRIES.includes(theirs) ? theirs : null
  const country = holiday_country ?? (policy === 'closed' ? null : guessed)
  return { country, policy, timezone, guessed }
}

const MAX_DAYS = 400

/** The holidays from `first` to `last`, and whether the policy closes the business on them. */
export async function holidaysOfBusiness(db: Db | Tx, owner: BusinessId, first: string, last: string) {
  const { country, policy } = await settingsOf(db, owner)
  if (country === null || last < first) return []
  const end = addDays(first, MAX_DAYS)
  const is_closed = policy === 'closed'
  return holidaysBetween(country, first, last < end ? last : end).map((each) => ({ ...each, is_closed }))
}

/** The next holiday of which nothing is said yet and its owner is to be asked; null when there is none. */
export async function holidayToAsk(db: Db, owner: BusinessId, first: string) {
  const { country, policy } = await settingsOf(db, owner)
  const dates = [first, addDays(first, ASK_DAYS_BEFORE)] as const
  const near = country === null || policy !== 'ask' ? [] : holidaysBetween(country, ...dates)
  if (near.length === 0) return null
  const days = await specialDaysBetween(db, owner, dates)
  const holiday = near.find(({ date }) => !businessDayOn(days, date))
  if (!holiday) return null
  const { date, name } = holiday
  const appointments = (await scheduledByDate(db, wholeOf(owner), [date, date])).get(date) ?? 0
  return { date, name, question: holidayQuestion(holiday), appointments }
}
