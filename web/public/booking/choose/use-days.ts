import type { Answer } from '#domain/api/calls.ts'
import type { FieldErrors } from '#domain/fields.ts'
import { addDays } from '#domain/dates.ts'
import { useCallback, useReducer, useRef } from 'react'
import type { Choice, Day } from '../../business/types.ts'
import { queryOf } from './terms.ts'

/** A date as the page shows it: its free times, and those that have just been taken. */
export interface ShownDay extends Day {
  gone: string[]
  /** When it was asked for by itself, in epoch milliseconds of this device. */
  at?: number
}

export interface Availability {
  /** 'gone': there is no such professional any more. */
  status: 'loading' | 'ready' | 'failed' | 'gone'
  days: ShownDay[]
  /** When it was fetched, in epoch milliseconds of this device. */
  at: number
  /** Of an option that is gone: the server's sentence. */
  reason?: string | undefined
}

const STALE_MS = 60_000

/** The free times of professionals, fetched once for all dates of each professional and service. */
export function useDays(choice: Choice, known: Day[] | undefined, business: number) {
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  const cache = useRef<Map<string, Availability>>(null)
  if (!cache.current) {
    cache.current = new Map()
    if (choice.professional) {
      const status = known ? 'ready' : 'failed'
      cache.current.set(keyOf(choice), { status, days: (known ?? []).map(fresh), at: Date.now() })
    }
  }
  const entries = cache.current
  const pending = useRef(new Map<string, Promise<Availability>>())

  /** Fetches what is neither loaded nor loading; with `again`, discards everything first. */
  const load = useCallback(
    (choice: Choice, again = false): Promise<Availability> => {
      const key = keyOf(choice)
      if (again) entries.clear()
      const found = entries.get(key)
      if (found && found.status !== 'loading') return Promise.resolve(found)
      let loading = pending.current.get(key)
      if (!loading) {
        loading = fetchDays(choice, business).then((entry) => {
          pending.current.delete(key)
          entries.set(key, entry)
          redraw()
          return entry
        })
        pending.current.set(key, loading)
        entries.set(key, { status: 'loading', days: [], at: Date.now() })
        redraw()
      }
      return loading
    },
    [entries, business],
  )

  /** Refreshes the chosen date's times when they are no longer fresh. */
  const refresh = useCallback(
    async (choice: Choice, staleMs = STALE_MS): Promise<Availability | undefined> => {
      const key = keyOf(choice)
      const entry = entries.get(key)
      // Another date is as old as before, however lately this one was asked for.
      const asked = entry?.days.find(({ date }) => date === choice.date)
      if (!entry || !asked || Date.now() - (asked.at ?? entry.at) < staleMs) return entry
      asked.at = Date.now()
      const answer = await get('slots', choice, business, `/${choice.date}`)
      if (!answer?.success)
        return answer ? { ...entry, status: 'gone', reason: answer.fields && answer.error } : entry
      const times = answer.slots.map(({ time }) => time)
      const now = entries.get(key) ?? entry
      const days = now.days.map((day) => (day.date === choice.date ? refreshed(day, times) : day))
      const next = { ...now, days }
      entries.set(key, next)
      redraw()
      return next
    },
    [entries, business],
  )

  /** Adds the dates after the last known one. False when they could not be had. */
  const loadMore = useCallback(
    async (choice: Choice): Promise<boolean> => {
      const key = keyOf(choice)
      const last = entries.get(key)?.days.at(-1)
      if (!last) return false
      const loading =
        pending.current.get(`${key}+`) ?? fetchDays(choice, business, `&from=${addDays(last.date, 1)}`)
      pending.current.set(`${key}+`, loading)
      const { days } = await loading
      pending.current.delete(`${key}+`)
      const now = entries.get(key)
      // Of several who wait for the same, the first adds it.
      if (days.length > 0 && now?.days.at(-1)?.date === last.date) {
        entries.set(key, { ...now, days: [...now.days, ...days] })
        redraw()
      }
      return days.length > 0
    },
    [entries, business],
  )

  return {
    availability: choice.professional ? entries.get(keyOf(choice)) : undefined,
    load,
    loadMore,
    refresh,
  }
}

async function fetchDays(choice: Choice, business: number, from?: string): Promise<Availability> {
  const answer = await get('days', choice, business, '', from)
  const days = answer?.days ?? []
  const status = answer ? (answer.success ? 'ready' : 'gone') : 'failed'
  return { status, days: days.map(fresh), at: Date.now(), reason: answer?.fields && answer.error }
}

/** What free times are asked of. */
export const keyOf = (choice: Choice): string => `${choice.professional}?${queryOf(choice)}`
/** Whether it is the same at the same time. */
export const isSame = (a: Choice, b: Choice): boolean =>
  keyOf(a) === keyOf(b) && a.date === b.date && a.time === b.time
const fresh = (day: Day): ShownDay => ({ ...day, gone: [] })

function refreshed(day: ShownDay, free: string[]): ShownDay {
  const shown = [...day.times, ...day.gone]
  return { ...day, times: free, gone: shown.filter((time) => !free.includes(time)) }
}

interface Answers {
  days: Answer<'GET /api/schedules/available-days/:professionalId'> & Refusal<undefined>
  slots: Answer<'GET /api/schedules/available-slots/:professionalId/:date'> & Refusal<undefined>
}

interface Refusal<Fields = FieldErrors> {
  error?: string
  fields?: Fields
}
type Refused = Refusal & { success: false; days?: undefined }

/** The answer, also that there is none of what was asked for; undefined when it could not be asked. */
async function get<What extends keyof Answers>(
  what: What,
  choice: Choice,
  business: number,
  date: string,
  from = '',
): Promise<Answers[What] | Refused | undefined> {
  const query = `?${queryOf(choice)}&businessId=${business}${from}`
  try {
    const response = await fetch(`/api/schedules/available-${what}/${choice.professional}${date}${query}`)
    const body = await response.json()
    const isGone = response.status === 404 || (response.status === 400 && body.fields)
    return (response.ok && body.success) || isGone ? body : undefined
  } catch {
    return undefined
  }
}
