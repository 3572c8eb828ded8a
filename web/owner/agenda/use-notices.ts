import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { presentMs } from '../../server-clock.ts'
import { CHANGES, type Changed, type ManyCancelled } from '../data/appointment-changes.ts'
import { type ActivityEvent, activityQuery } from '../data/appointments.ts'
import { useLive } from '../data/live.ts'
import { createNotices, type Notice } from './notices.ts'

const MAX_SHOWN = 3
// Longer than any screen takes to load.
const UNHEARD_MS = 60_000

/** Notices of others' changes since this screen was opened, each shown for a while. */
export function useNotices(today: string) {
  const [{ noteOwn, noticesOf }] = useState(createNotices)
  const [notices, setNotices] = useState<Notice[]>([])
  // Fetched on every announced change, never answered from an earlier screen's cache.
  const { data: latest, refetch } = useQuery({ ...activityQuery(), enabled: false, gcTime: 0 })
  const client = useQueryClient()
  useLive(async () => {
    // What is on its way may not hold this change. Begun anew with each of them it would never arrive on a slow network.
    const isEarly = client.isFetching({ queryKey: activityQuery().queryKey, exact: true }) > 0
    await refetch({ cancelRefetch: false })
    if (isEarly) await refetch({ cancelRefetch: false })
  })
  useUnheard(latest)
  useOwnChanges(noteOwn)
  // Own changes can be told from others' only once they are answered.
  const isChanging = useIsMutating({ mutationKey: CHANGES }) > 0
  useEffect(() => {
    if (!latest || isChanging) return
    const fresh = noticesOf(latest, today)
    if (fresh.length > 0) setNotices((before) => withFresh(before, fresh))
  }, [latest, isChanging, noticesOf, today])
  const forget = useCallback(
    (key: string) => setNotices((before) => before.filter((notice) => notice.key !== key)),
    [],
  )
  return { notices, forget }
}

/** The newest notice of each appointment, up to the maximum shown. */
function withFresh(before: Notice[], fresh: Notice[]): Notice[] {
  const others = before.filter(({ about }) => !fresh.some((notice) => notice.about?.id === about?.id))
  return [...others, ...fresh].slice(-MAX_SHOWN)
}

/**
 * A change just before this screen began to listen may have missed its first requests: then they are
 * repeated, once.
 */
function useUnheard(latest: readonly ActivityEvent[] | undefined) {
  const client = useQueryClient()
  const isChecked = useRef(false)
  useEffect(() => {
    if (!latest || isChecked.current) return
    isChecked.current = true
    const [last] = latest
    if (last && Date.parse(last.at) > presentMs() - UNHEARD_MS)
      void client.invalidateQueries({ queryKey: ['appointments'] })
  }, [client, latest])
}

/** Calls `note` with the id of each appointment when a change made by this screen is answered. */
function useOwnChanges(note: (id: number) => void) {
  const client = useQueryClient()
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return
        const { mutationKey } = event.mutation.options
        if (mutationKey?.[0] !== CHANGES[0]) return
        const answer = event.action.data as Changed | ManyCancelled
        if ('cancelled' in answer) answer.cancelled.forEach(note)
        else if (!answer.is_unsent) note(answer.appointment.id)
      }),
    [client, note],
  )
}
