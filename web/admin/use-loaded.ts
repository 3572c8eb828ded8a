import { createContext, type RefObject, useContext, useEffect, useState } from 'react'
import { ApiError } from '../ui/api.ts'
import { toast } from '../ui/toast.tsx'
import { adminApi } from './session.ts'
import { TOAST } from './toast-time.ts'

/** Whether it was already said that the panel's data could not be loaded: once is enough for all its parts. */
const ToldContext = createContext<RefObject<boolean>>({ current: false })
export const Told = ToldContext.Provider

export interface Loaded<T> {
  /** The last answer; while another is on its way, the one before. */
  data: T | undefined
  isLoading: boolean
  isFailed: boolean
  reload: () => void
}

/** What a call of the administrator's answers, asked again whenever `path` or `again` changes. */
export function useLoaded<T>(path: string, again: unknown = 0): Loaded<T> {
  const told = useContext(ToldContext)
  const [round, setRound] = useState(0)
  const [state, setState] = useState<{ data?: T; isLoading: boolean; isFailed: boolean }>(LOADING)

  useEffect(() => {
    let isGone = false
    setState(({ data }) => ({ ...LOADING, ...(data && { data }) }))
    adminApi.get<T>(path).then(
      (data) => isGone || setState({ data, isLoading: false, isFailed: false }),
      (error: unknown) => {
        // A 401 has ended the session: nothing of this is shown any more.
        if (isGone || (error instanceof ApiError && error.status === 401)) return
        setState(({ data }) => ({ ...(data && { data }), isLoading: false, isFailed: true }))
        if (told.current) return
        told.current = true
        setTimeout(() => (told.current = false), TOAST.duration)
        toast.error('Error cargando datos del panel', TOAST)
      },
    )
    return () => void (isGone = true)
  }, [path, again, round, told])

  return { data: state.data, ...state, reload: () => setRound(round + 1) }
}

const LOADING = { isLoading: true, isFailed: false }
