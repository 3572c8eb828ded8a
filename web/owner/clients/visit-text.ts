import { policyVersion } from '#domain/policy-name.ts'
import { amPm, clockTime, longDate, nowIn, shortDate } from '#domain/dates.ts'
import { presentMs } from '../../server-clock.ts'

/** 'vie 20 nov' in the business's time zone, with the year unless it is the current one. */
export function dayText(instant: string, timezone: string): string {
  const { date } = nowIn(timezone, Date.parse(instant))
  const isThisYear = date.slice(0, 4) === nowIn(timezone, presentMs()).date.slice(0, 4)
  return isThisYear ? shortDate(date) : `${shortDate(date)} ${date.slice(0, 4)}`
}

/** 'viernes 20 de noviembre de 2026, 3:30 pm' */
export function momentText(instant: string, timezone: string): string {
  const { date, minute } = nowIn(timezone, Date.parse(instant))
  return `${longDate(date)}, ${amPm(clockTime(minute))}`
}

/** What a consent was given to: 'versión 3', or the date of a text of before there were versions. */
export function textNamed(consentVersion: string): string {
  const version = policyVersion(consentVersion)
  return version === undefined ? `texto del ${consentVersion}` : `versión ${version}`
}
