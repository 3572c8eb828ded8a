import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '../../ui/api.ts'
import { toast } from '../../ui/toast.tsx'

export type Loaded<T> =
  { status: 'loading' } | { status: 'failed'; reason: string } | { status: 'ready'; data: T }

/** Fetches when the screen appears, and again on demand. `literal` is the toast of a failure. */
export function useLoad<T>(fetch: () => Promise<T>, literal: string | ((error: unknown) => string)) {
  const [state, setState] = useState<Loaded<T>>({ status: 'loading' })
  const latest = useRef({ fetch, literal })
  latest.current = { fetch, literal }

  const load = useCallback(() => {
    let isWanted = true
    setState({ status: 'loading' })
    latest.current.fetch().then(
      (data) => isWanted && setState({ status: 'ready', data }),
      (error: Error) => {
        const fault = error.cause ?? error
        // An ended session leaves the screen anyway.
        if (!isWanted || (fault instanceof ApiError && fault.status === 401)) return
        const { literal } = latest.current
        toast.error(typeof literal === 'string' ? literal : literal(error))
        setState({ status: 'failed', reason: messageOf(fault) })
      },
    )
    return () => {
      isWanted = false
    }
  }, [])
  useEffect(load, [load])

  const change = useCallback(
    (make: (data: T) => T) =>
      setState((before) => (before.status === 'ready' ? { ...before, data: make(before.data) } : before)),
    [],
  )
  return { state, load, change }
}

/** The list with `item` in place of its older self, or at the end. */
export function withItem<T extends { id: number }>(list: T[], item: T): T[] {
  return list.some(({ id }) => id === item.id)
    ? list.map((other) => (other.id === item.id ? item : other))
    : [...list, item]
}
