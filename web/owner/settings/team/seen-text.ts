import { addDays, amPm, clockTime, nowIn, shortMonth } from '#domain/dates.ts'
import { presentMs } from '../../../server-clock.ts'
import type { Member } from '../../data/team/team.ts'

/** When somebody signed in last: 'tú', 'hoy, 8:40 am', 'ayer', '3 nov', 'todavía no entra'. */
export function seenText({ is_you, last_login_at }: Member, timezone: string): string {
  if (is_you) return 'tú'
  if (last_login_at === null) return 'todavía no entra'
  const { date, minute } = nowIn(timezone, Date.parse(last_login_at))
  const today = nowIn(timezone, presentMs()).date
  if (date === today) return `hoy, ${amPm(clockTime(minute))}`
  return date === addDays(today, -1) ? 'ayer' : `${Number(date.slice(8))} ${shortMonth(date)}`
}
