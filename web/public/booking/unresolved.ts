import { useRef } from 'react'
import type { Choice } from '../business/types.ts'
import type { Attempt } from './attempt.ts'
import { isSame } from './choose/use-days.ts'
import type { Client } from './client/client.ts'
import { stored } from './stored.ts'

/** An attempt of which nobody knows what became. What a form sent, before the page's script was awake, has no payload here. */
export type Unresolved = Omit<Attempt, 'payload'> & Partial<Pick<Attempt, 'payload'>>

const MOST = 5
const DAY_MS = 24 * 3_600_000

/** The same time by the same door: by the other one a key is another one. */
export const isOf = (choice: Choice, client: Client) => (one: Pick<Unresolved, 'choice' | 'client'>) =>
  isSame(one.choice, choice) && !one.client.known === !client.known

export const isSameClient = (a: Client, b: Client): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Whether they are told by mail. */
export const hasEmail = ({ known, client_email }: Client): boolean => known?.has_email ?? client_email !== ''

/**
 * The unresolved attempts of this tab, the one that was sent last at the end. Each keeps its key, so that whoever comes back to
 * its time books it once. Where the browser denies storage they last as long as the page.
 * @param posted what a form sent
 */
export function useUnresolved(business: number, posted: Unresolved | undefined) {
  const kept = stored<Unresolved[]>('intentos', business)
  /** An earlier version kept one. */
  const former = stored<Attempt>('intento', business)
  const all = useRef<Unresolved[]>(posted ? [posted] : [])

  function keep(list: Unresolved[]) {
    all.current = list.slice(-MOST)
    if (list.length > 0) kept.set(all.current)
    else kept.clear()
  }

  const others = ({ choice, client }: Unresolved) => {
    const isThis = isOf(choice, client)
    return all.current.filter((one) => !isThis(one))
  }

  return {
    all: () => all.current,

    /** Takes over those from before a reload; what is over needs no answer any more. */
    load() {
      const before = [...(kept.get() ?? []), former.get() ?? []].flat()
      former.clear()
      const isAhead = ({ choice }: Unresolved) => Date.parse(choice.date) > Date.now() - 2 * DAY_MS
      const [sent] = all.current
      all.current = before.filter(isAhead)
      keep(sent ? [...others(sent), sent] : all.current)
    },

    put: (attempt: Unresolved) => keep([...others(attempt), attempt]),
    drop: (attempt: Unresolved) => keep(others(attempt)),
    clear: () => keep([]),
  }
}
