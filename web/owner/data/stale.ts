import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { YOUNG_MS } from '../../ui/query.ts'
import { useLive } from './live.ts'

// Several changes in quick succession are handled once.
export const PAUSE_MS = 400

/** Queries that a change of appointments does not affect, by the beginning of their address. */
const APART = [
  'services',
  'professionals',
  'schedules',
  'businesses/profile',
  'messages/texts',
  'messages/whatsapp',
  // Each reading is noted.
  'client-health',
]

/** Refetches data about appointments whenever they change anywhere: visible data at once. */
export function useStale() {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isFirst = useRef(true)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive(() => {
    // The connection announces a change when it opens, but data that was just fetched is recent enough.
    const before = isFirst.current ? Date.now() - YOUNG_MS : Infinity
    isFirst.current = false
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () =>
        client.invalidateQueries({
          predicate: (query) => query.state.dataUpdatedAt < before && isOfAppointments(query),
        }),
      PAUSE_MS,
    )
  })
}

function isOfAppointments({ queryKey }: Query): boolean {
  return !APART.some((place) => queryKey.join('/').startsWith(place))
}
