import { hasStarted, type Moment } from '#domain/appointment.ts'
import { queryClient } from '../data/client.ts'
import { noteLeftOver } from '../data/left-over/left-over.ts'
import { conflictsQuery, type TimeOffBody, timeOffQuery } from '../data/time-off.ts'
import { settle, type Unsettled } from '../data/left-over/unsettled.ts'

/**
 * Shows again the appointments in blocks with which an earlier page of this tab did not come to an end. Without an answer
 * they wait for the next page.
 */
export async function askAgain(unsettled: readonly Unsettled[], now: Moment) {
  const all = await Promise.all(unsettled.map((one) => openIn(one, now)))
  const conflicts = all.flat()
  if (conflicts.length === 0) settle()
  noteLeftOver({ conflicts }, 'block')
}

async function openIn({ body, left }: Unsettled, now: Moment) {
  // Whoever sent it does not know whether it arrived.
  if (!(await isStored(body))) return []
  const { conflicts } = await queryClient().fetchQuery({ ...conflictsQuery(body), staleTime: 0 })
  return conflicts.filter((one) => !left.includes(one.id) && !hasStarted(one, now))
}

async function isStored(body: TimeOffBody): Promise<boolean> {
  const { professional_id = null, from_time = null, to_time = null } = body
  const first_date = body.first_date ?? ''
  const last_date = body.last_date || first_date
  const known = await queryClient().fetchQuery({ ...timeOffQuery(first_date, last_date), staleTime: 0 })
  return known.some(
    (row) =>
      row.first_date === first_date &&
      row.last_date === last_date &&
      row.professional_id === professional_id &&
      row.from_time === from_time &&
      row.to_time === to_time,
  )
}
