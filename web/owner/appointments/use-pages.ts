import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../ui/api.ts'
import { toast } from '../../ui/toast.tsx'
import type { Appointment } from '../calendar/appointment.ts'
import type { Filter } from './fetch.ts'
import type { Agenda } from './use-agenda.ts'

type Page = { key: string; appointments: Appointment[]; total: number } | { key: string; failed: true }

const PAGE = 50
const MOST_AT_ONCE = 500

/** Pages of what the filter finds: the first, more on demand, and as many again after a change. */
export function usePages(agenda: Agenda, filter: Filter) {
  const [page, setPage] = useState<Page>()
  const [isLoading, setLoading] = useState(false)
  const key = JSON.stringify(filter)
  const latest = useRef({ key, page })
  latest.current = { key, page }
  const { fetch, shown } = agenda

  const load = useCallback(
    async (count: number, isQuiet = false) => {
      setLoading(true)
      const filter: Filter = JSON.parse(key)
      try {
        let appointments: Appointment[] = []
        let total = Infinity
        while (appointments.length < Math.min(count, total)) {
          const limit = Math.min(count - appointments.length, MOST_AT_ONCE)
          const answer = await fetch({ ...filter, limit, offset: appointments.length })
          total = answer.total ?? 0
          if (answer.appointments.length === 0) break
          appointments = [...appointments, ...answer.appointments]
        }
        if (latest.current.key === key) setPage({ key, appointments, total: total === Infinity ? 0 : total })
      } catch (error) {
        if (isQuiet || latest.current.key !== key) return
        if (error instanceof ApiError && error.status === 401) return
        toast.error('Error cargando citas')
        setPage({ key, failed: true })
      } finally {
        if (latest.current.key === key) setLoading(false)
      }
    },
    [key, fetch],
  )

  const countShown = () => {
    const { page } = latest.current
    return page && 'appointments' in page && page.key === key ? page.appointments.length : 0
  }
  useEffect(() => {
    void load(PAGE)
    shown.current = () => load(Math.max(PAGE, countShown()), true)
  }, [load, shown])

  return {
    page,
    isLoading,
    more: () => void (isLoading || load(countShown() + PAGE)),
    retry: () => {
      setPage(undefined)
      void load(PAGE)
    },
  }
}
