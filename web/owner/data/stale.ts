import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { YOUNG_MS } from '../../ui/query.ts'
import { dropForbidden, useLive } from './live.ts'
import { usePaced } from '../../paced.ts'

// Several changes in quick succession are handled once.
export const PAUSE_MS = 400
// Those of a busy hour have no pause.
const LONGEST_MS = 2000
// Where bookings come without a pause, every screen would ask with each of them.
const ACCESS_MS = 5000

/** Queries that a change of appointments does not affect, by the beginning of their address. */
const APART = [
  'services',
  'professionals',
  'schedules',
  // All cards are compared with each other for it; what this screen changes of them asks by itself.
  'clients/duplicates',
  'businesses/profile',
  'messages/texts',
  'messages/whatsapp',
  // Each reading is noted.
  'client-health',
]

/**
 * Refetches data about appointments whenever they change anywhere, and when a day begins: visible data at once. Also asks
 * whether the business was suspended or is back, which is announced in the same way.
 */
export function useStale(today: string) {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Until when what was announced is handled, and which data are too old for it. */
  const waiting = useRef<{ until: number; before: number }>(undefined)
  const isFirst = useRef(true)
  const askAccess = usePaced(() => void dropForbidden(), { soonMs: PAUSE_MS, everyMs: ACCESS_MS })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      waiting.current = undefined
    },
    [],
  )
  const day = useRef(today)
  useEffect(() => {
    if (day.current === today) return
    day.current = today
    // Yesterday's appointments become past ones, and 'this month', the birthdays and the next holiday may be others.
    void client.invalidateQueries({ predicate: isOfAppointments }, { cancelRefetch: false })
  }, [client, today])
  useLive(() => {
    // The connection announces a change when it opens, but data that was just fetched is recent enough.
    const before = isFirst.current ? Date.now() - YOUNG_MS : Infinity
    // What the member may do when the connection opens it tells by itself.
    if (!isFirst.current) askAccess()
    isFirst.current = false
    const { until = Date.now() + LONGEST_MS, before: earlier = -Infinity } = waiting.current ?? {}
    waiting.current = { until, before: Math.max(before, earlier) }
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => {
        const { before } = waiting.current!
        waiting.current = undefined
        askAgain(client, before, isOfAppointments)
      },
      Math.min(PAUSE_MS, until - Date.now()),
    )
  })
}

/**
 * Asks again for data of before that time, of the queries that are meant. What is on its way was asked for before the change: it arrives, and is asked for once
 * more. Begun anew with each change it would never arrive on a slow network while these come.
 */
export function askAgain(client: QueryClient, before: number, isMeant: (query: Query) => boolean) {
  const predicate = (query: Query) => query.state.dataUpdatedAt < before && isMeant(query)
  // What was first asked for while the connection opened is recent enough.
  const early =
    before === Infinity ? client.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' }) : []
  void client.invalidateQueries({ predicate }, { cancelRefetch: false })
  for (const { queryKey, promise } of early) {
    const onceMore = () => client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false })
    void promise?.then(onceMore, onceMore)
  }
}

function isOfAppointments({ queryKey }: Query): boolean {
  return !APART.some((place) => queryKey.join('/').startsWith(place))
}
