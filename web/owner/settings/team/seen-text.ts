import { amPm, clockTime, nowIn, relativeShortDate } from '#domain/dates.ts'
import type { Member } from '../../data/team/team.ts'

/** When somebody signed in last: 'tú', 'hoy, 8:40 am', 'todavía no entra'. */
export function seenText({ is_you, last_login_at }: Member, timezone: string): string {
  if (is_you) return 'tú'
  if (last_login_at === null) return 'todavía no entra'
  const { date, minute } = nowIn(timezone, Date.parse(last_login_at))
  const today = nowIn(timezone, Date.now()).date
  const day = relativeShortDate(date, today).toLowerCase()
  return `entró ${day}, ${amPm(clockTime(minute))}`
}
