import type { Appointment } from '../appointment.ts'
import { queryClient } from '../client.ts'
import { type TimeOff, timeOffQuery } from '../time-off.ts'
import { dropFreed, inBlocks } from './left-over.ts'

/** Blocks were moved, changed or removed: whoever has their time again needs no decision any more. */
export async function askWhoIsFreed() {
  const asked = inBlocks()
  const dates = asked.map(({ appointment_date }) => appointment_date).toSorted()
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return
  const blocks = await queryClient()
    .fetchQuery({ ...timeOffQuery(first, last), staleTime: 0 })
    // It is not known then, and they stay.
    .catch(() => undefined)
  if (blocks) dropFreed(asked.filter((one) => !blocks.some((block) => takes(block, one))).map(({ id }) => id))
}

/** As the server asks: with what an appointment takes before and after. */
function takes({ professional_id, starts_at, ends_at }: TimeOff, appointment: Appointment): boolean {
  const own = { from: appointment.starts_at, to: appointment.ends_at }
  // A server of before does not tell what it takes.
  const parts = (appointment.occupied as typeof appointment.occupied | undefined) ?? [own]
  const [starts, ends] = [Date.parse(starts_at), Date.parse(ends_at)]
  const isTheirs = professional_id === null || professional_id === appointment.professional_id
  return isTheirs && parts.some(({ from, to }) => Date.parse(from) < ends && starts < Date.parse(to))
}
