import { useEffect, useRef, useState } from 'react'
import { ownerApi } from '../../account/session.ts'
import { ApiError, messageOf } from '../../ui/api.ts'
import { toast } from '../../ui/toast.tsx'
import { useLive } from '../live.ts'
import type { Client, Order, Sort } from './types.ts'

export const PAGE = 20
const TYPING_MS = 300

interface Answer {
  clients: Client[]
  total: number
}

export type Listing = ReturnType<typeof useClients>

/** A page of the clients: searched, sorted and cut by the server, and read again after every change. */
export function useClients() {
  const [text, setText] = useState('')
  const [wanted, setWanted] = useState({
    q: '',
    sort: 'client_name' as Sort,
    order: 'asc' as Order,
    offset: 0,
  })
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<{ data?: Answer; failure?: string; isLoading: boolean }>({
    isLoading: true,
  })
  const isQuiet = useRef(false)

  useEffect(() => {
    const q = text.trim()
    if (q === wanted.q) return
    const timer = setTimeout(() => setWanted((now) => ({ ...now, q, offset: 0 })), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, wanted.q])

  useEffect(() => {
    let isGone = false
    const { q, ...rest } = wanted
    const search = new URLSearchParams({
      ...{ sort: rest.sort, order: rest.order, limit: String(PAGE), offset: String(rest.offset) },
      ...(q && { q }),
    })
    const wasQuiet = isQuiet.current
    isQuiet.current = false
    setState((now) => ({ ...now, isLoading: true }))
    ownerApi.get<Answer>(`/api/businesses/clients?${search}`).then(
      (data) => {
        if (isGone) return
        // The last page may have emptied under our eyes.
        if (data.clients.length === 0 && rest.offset > 0)
          return setWanted((now) => ({ ...now, offset: Math.max(0, rest.offset - PAGE) }))
        setState({ data, isLoading: false })
      },
      (error) => {
        if (isGone || (error instanceof ApiError && error.status === 401)) return
        if (wasQuiet) return setState((now) => ({ ...now, isLoading: false }))
        toast.error('Error cargando clientes')
        setState({ failure: messageOf(error), isLoading: false })
      },
    )
    return () => void (isGone = true)
  }, [wanted, attempt])

  function reload(quiet = false) {
    isQuiet.current = quiet
    setAttempt((n) => n + 1)
  }
  // Unless the first answer is still awaited, or was a failure that the screen speaks of.
  useLive(() => state.data && reload(true))

  return {
    ...{ ...state, ...wanted, text, setText },
    reload: () => reload(),
    sortBy: (sort: Sort, order: Order) => setWanted((now) => ({ ...now, sort, order, offset: 0 })),
    turn: (pages: 1 | -1) => setWanted((now) => ({ ...now, offset: Math.max(0, now.offset + pages * PAGE) })),
  }
}
