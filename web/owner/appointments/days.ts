/** The appointments by day: each day is fetched once, shown at once again, and brought up to date behind the scenes. */
import { addDays, daysBetween } from '#domain/dates.ts'
import { type Appointment, isSame } from '../calendar/appointment.ts'

interface Day {
  list: readonly Appointment[]
  /** Nothing is known to have changed since it was fetched. */
  isFresh: boolean
}

export type Days = ReturnType<typeof createDays>

export function createDays(fetchRange: (from: string, to: string) => Promise<Appointment[]>) {
  const days = new Map<string, Day>()
  const underway = new Map<string, Promise<void>>()
  const listeners = new Set<() => void>()
  let age = 0
  let revision = 0

  function tell() {
    revision++
    for (const listener of listeners) listener()
  }

  /** Fetches what is not there yet or out of date, from the first to the last of these dates. */
  function need(dates: string[]): Promise<void> {
    const missing = dates.filter((date) => !days.get(date)?.isFresh)
    if (missing.length === 0) return Promise.resolve()
    const [from, to] = [missing[0]!, missing.at(-1)!]
    const key = `${from} ${to} ${age}`
    let loading = underway.get(key)
    if (!loading) {
      loading = load(from, to).finally(() => underway.delete(key))
      underway.set(key, loading)
    }
    return loading
  }

  async function load(from: string, to: string) {
    const asked = age
    const list = await fetchRange(from, to)
    const isFresh = asked === age
    for (let i = 0; i <= daysBetween(from, to); i++) {
      const date = addDays(from, i)
      // What changed meanwhile is on its way in a younger answer; this one is better than nothing.
      if (!isFresh && days.has(date)) continue
      const ofDay = list.filter((one) => one.appointment_date === date)
      days.set(date, { list: kept(days.get(date)?.list ?? [], ofDay), isFresh })
    }
    tell()
  }

  /** What is the same stays the very same, so that it need not be drawn again. */
  function kept(before: readonly Appointment[], list: Appointment[]): readonly Appointment[] {
    const next = list.map((one) => {
      const old = before.find(({ id }) => id === one.id)
      return old && isSame(old, one) ? old : one
    })
    return next.length === before.length && next.every((one, i) => one === before[i]) ? before : next
  }

  return {
    need,
    list: (date: string): readonly Appointment[] | undefined => days.get(date)?.list,
    find(id: number): Appointment | undefined {
      for (const { list } of days.values()) for (const one of list) if (one.id === id) return one
      return undefined
    },
    /** Something changed somewhere: all of it is out of date, and shown until the new is there. */
    expire() {
      age++
      for (const [date, { list }] of days) days.set(date, { list, isFresh: false })
    },
    /** What this screen itself has changed. */
    put(one: Appointment) {
      for (const [date, day] of days) {
        const others = day.list.filter(({ id }) => id !== one.id)
        const isHere = date === one.appointment_date
        if (!isHere && others.length === day.list.length) continue
        const list = isHere ? [...others, one].sort(byTime) : others
        days.set(date, { ...day, list })
      }
      tell()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    revision: () => revision,
  }
}

const byTime = (a: Appointment, b: Appointment): number =>
  a.appointment_time < b.appointment_time ? -1 : a.appointment_time > b.appointment_time ? 1 : a.id - b.id
