/** What this screen has seen of the appointments, to name what others changed. */
import { type Appointment, firstNameOf, whenOf } from '../calendar/appointment.ts'

const stateOf = (one: Appointment) =>
  one.status === 'cancelled' ? 'cancelled' : `${one.appointment_date} ${one.appointment_time}`

const MOST_NAMED = 2

export type Known = ReturnType<typeof createKnown>

export function createKnown() {
  const states = new Map<number, string>()
  let met: Appointment[] = []
  let changed: Appointment[] = []
  let total: number | undefined
  let own = 0

  const grownTo = (count: number | undefined): number =>
    count === undefined || total === undefined ? 0 : Math.max(0, count - total - own)

  return {
    /** Whether there are new ones that this screen has not met. */
    isMissing: (count: number | undefined): boolean => met.length < grownTo(count),
    /** Everything that is fetched passes here. */
    note(list: readonly Appointment[]) {
      for (const one of list) {
        const [before, now] = [states.get(one.id), stateOf(one)]
        states.set(one.id, now)
        if (before === undefined) met.push(one)
        else if (before !== now) changed.push(one)
      }
    },
    /** What this screen itself has changed needs no notice. */
    own(one: Appointment, isNew = false) {
      states.set(one.id, stateOf(one))
      if (isNew) own++
    },
    /** Sentences about what others did, now that there are `count` appointments in all. */
    notices(count: number | undefined, today: string): string[] {
      const grown = grownTo(count)
      if (count !== undefined) [total, own] = [count, 0]
      const fresh = met.sort((a, b) => (a.created_at < b.created_at ? 1 : -1)).slice(0, grown)
      const others = changed
      ;[met, changed] = [[], []]
      return [...booked(fresh, grown, today), ...others.slice(0, MOST_NAMED).map((one) => told(one, today))]
    },
  }
}

function booked(fresh: Appointment[], grown: number, today: string): string[] {
  if (grown > MOST_NAMED) return [`${grown} citas nuevas`]
  const named = fresh.map((one) => `Nueva cita: ${firstNameOf(one)} · ${whenOf(one, today)}`)
  // It lies on a day that this screen has not looked at.
  return named.length < grown ? [...named, 'Nueva cita en otra fecha'] : named
}

const told = (one: Appointment, today: string): string =>
  `${one.status === 'cancelled' ? 'Cita cancelada' : 'Cita movida'}: ${firstNameOf(one)} · ${whenOf(one, today)}`
