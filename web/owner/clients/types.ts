import { amPm, clockTime, longDate, nowIn, shortDate } from '#domain/dates.ts'

/** A client as the owner's calls answer it: an e-mail, with its latest data. */
export interface Client {
  client_name: string
  client_phone: string
  client_email: string
  client_id: string | null
  appointments: number
  last_visit: string | null
  next_visit: string | null
  next_id: number | null
  consent_version: string | null
  consented_at: string | null
}

export type Sort = 'client_name' | 'appointments' | 'last_visit' | 'next_visit'

/** 'vie 20 nov' on the business's clocks, with the year when it is another one. */
export function dayText(instant: string, timezone: string): string {
  const { date } = nowIn(timezone, Date.parse(instant))
  const isThisYear = date.slice(0, 4) === nowIn(timezone, Date.now()).date.slice(0, 4)
  return isThisYear ? shortDate(date) : `${shortDate(date)} ${date.slice(0, 4)}`
}

/** 'viernes 20 de noviembre de 2026, 3:30 pm' */
export function momentText(instant: string, timezone: string): string {
  const { date, minute } = nowIn(timezone, Date.parse(instant))
  return `${longDate(date)}, ${amPm(clockTime(minute))}`
}
