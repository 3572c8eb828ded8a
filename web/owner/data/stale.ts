import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isCheckOld } from '../../account/session.ts'
import { YOUNG_MS } from '../../ui/query.ts'
import { dropForbidden, useLive } from './live.ts'

// Several changes in quick succession are handled once.
export const PAUSE_MS = 400
// Where bookings come without a pause, every screen would ask with each of them.
const ACCESS_MS = 5000

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

/**
 * Refetches data about appointments whenever they change anywhere: visible data at once. Also asks whether the business was
 * suspended or is back, which is announced in the same way.
 */
export function useStale() {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isFirst = useRef(true)
  const access = useRef({ askedAt: -Infinity, timer: undefined as ReturnType<typeof setTimeout> | undefined })
  useEffect(() => {
    const { current } = access
    return () => {
      clearTimeout(timer.current)
      clearTimeout(current.timer)
      current.timer = undefined
    }
  }, [])
  function askAccess() {
    const { current } = access
    current.timer ??= setTimeout(
      () => {
        current.timer = undefined
        current.askedAt = Date.now()
        void dropForbidden()
      },
      Math.max(PAUSE_MS, current.askedAt + ACCESS_MS - Date.now()),
    )
  }
  useLive(() => {
    // The connection announces a change when it opens, but data that was just fetched is recent enough.
    const before = isFirst.current ? Date.now() - YOUNG_MS : Infinity
    // What was announced between the page's check and the opening is heard by nobody.
    if (!isFirst.current || isCheckOld()) askAccess()
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
