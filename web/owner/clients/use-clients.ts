import { useEffect, useRef, useState } from 'react'
import { ownerApi } from '../../account/session.ts'
import { ApiError, messageOf } from '../../ui/api.ts'
import { useListing } from '../../ui/listing/use-listing.ts'
import { toast } from '../../ui/toast.tsx'
import { useLive } from '../live.ts'
import type { Client, Sort } from './types.ts'

interface Answer {
  clients: Client[]
  total: number
}

export type Listing = ReturnType<typeof useClients>

/** A page of the clients: searched, sorted and cut by the server, and read again after every change. */
export function useClients() {
  const listing = useListing<Sort>({ sort: 'client_name', order: 'asc' })
  const { search, offset, turn } = listing
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<{ data?: Answer; failure?: string; isLoading: boolean }>({
    isLoading: true,
  })
  const isQuiet = useRef(false)

  useEffect(() => {
    let isGone = false
    const wasQuiet = isQuiet.current
    isQuiet.current = false
    setState((now) => ({ ...now, isLoading: true }))
    ownerApi.get<Answer>(`/api/businesses/clients?${search}`).then(
      (data) => {
        if (isGone) return
        // The last page may have emptied under our eyes.
        if (data.clients.length === 0 && offset > 0) return turn(-1)
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
  }, [search, attempt])

  function reload(quiet = false) {
    isQuiet.current = quiet
    setAttempt((n) => n + 1)
  }
  // Unless the first answer is still awaited, or was a failure that the screen speaks of.
  useLive(() => state.data && reload(true))

  return { ...listing, ...state, reload: () => reload() }
}
