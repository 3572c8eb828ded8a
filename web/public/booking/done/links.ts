import type { Answer } from '#domain/api/calls.ts'
import type { WholeChoice } from '../../business/types.ts'
import { stored } from '../stored.ts'
import type { Confirmed } from './confirmed.ts'
import { confirmedIn, endOf, isAhead } from './standing.ts'

/** Opens a confirmation whose tab was closed. Holds nothing of the person, and goes a day after the appointment. */
type Links = Record<number, { token: string; ends: number; at?: string }>

/** How long a token opens it after its end. */
const DAY_MS = 24 * 3_600_000

/** What this browser knows of the appointments that were booked in it. */
export function linksOf(business: number, now: number) {
  const inBrowser = stored<Links>('enlaces', business, { isKept: true })
  function links(): Links {
    const all = Object.entries(inBrowser.get() ?? {})
    return Object.fromEntries(all.filter(([, { ends }]) => ends + DAY_MS > now))
  }
  return {
    tokenOf: (id: number): string | undefined => links()[id]?.token,

    /** Again after it was moved: then its end is another one. */
    keep({ appointment, token }: Confirmed) {
      if (!token) return
      const link = { token, ends: endOf(appointment), at: timeOf(appointment) }
      inBrowser.set({ ...links(), [appointment.id]: link })
    },

    /** Whether one of them stands at that time of that professional. */
    async isBooked({ date, time, professional }: WholeChoice): Promise<boolean> {
      const asked = `${date} ${time} ${professional}`
      const link = Object.values(links()).findLast(({ at }) => at === asked)
      const found = link && (await ask(link.token))
      if (typeof found !== 'object' || found.appointment.status === 'cancelled') return false
      return timeOf(found.appointment) === asked
    },

    drop({ appointment }: Confirmed) {
      const { [appointment.id]: _, ...others } = links()
      inBrowser.set(others)
    },

    ask,
  }
}

const timeOf = ({ appointment_date, appointment_time, professional_id }: Confirmed['appointment']) =>
  `${appointment_date} ${appointment_time.slice(0, 5)} ${professional_id}`

/** What stands; of one that is `mine` and over, a refusal says nothing. */
async function ask(token: string, mine?: Confirmed): Promise<Confirmed | 'refused' | 'over' | 'unreachable'> {
  try {
    const response = await fetch(`/api/client-auth/validate-token?token=${token}`)
    const refused = mine && !isAhead(mine, Date.now()) ? 'over' : 'refused'
    if (response.status === 401) return refused
    const body: Answer<'GET /api/client-auth/validate-token'> = await response.json()
    return confirmedIn(token, body) ?? refused
  } catch {
    return 'unreachable'
  }
}
