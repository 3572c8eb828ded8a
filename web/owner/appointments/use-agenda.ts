import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import type { Appointment } from '../calendar/appointment.ts'
import { useLive } from '../live.ts'
import { createDays } from './days.ts'
import { fetchAppointments, type Filter } from './fetch.ts'
import { useFigures } from './figures.ts'
import { createKnown } from './known.ts'

const MOST_LOOKED_AT = 200

export type Agenda = ReturnType<typeof useAgenda>

/** The appointments that this screen shows, kept up to date whoever changes them. */
export function useAgenda(today: string) {
  const [known] = useState(createKnown)
  const fetchKnown = useCallback(
    async (filter: Filter & { limit?: number; offset?: number }) => {
      const answer = await fetchAppointments(filter)
      known.note(answer.appointments)
      return answer
    },
    [known],
  )
  const [days] = useState(() =>
    createDays(async (from, to) => (await fetchKnown({ from, to, order: 'asc' })).appointments),
  )
  const { figures, unconfirmed, load: loadFigures } = useFigures()
  const [version, setVersion] = useState(0)
  /** How the view that is open fetches again what it shows. */
  const shown = useRef<() => Promise<unknown>>(undefined)
  const writing = useRef(new Set<Promise<unknown>>())
  const latest = useRef({ today })
  latest.current = { today }

  const refresh = useMemo(
    () =>
      oneAtATime(async () => {
        // The answer to an own change says what it changed; only then can others' changes be told from it.
        await Promise.allSettled(writing.current)
        days.expire()
        setVersion((n) => n + 1)
        const [figures] = await Promise.all([loadFigures(), shown.current?.().catch(() => {})])
        // It lies on a day that was not looked at yet, most likely far ahead.
        if (known.isMissing(figures?.total))
          await fetchKnown({ from: latest.current.today, order: 'desc', limit: MOST_LOOKED_AT }).catch(
            () => {},
          )
        for (const sentence of known.notices(figures?.total, latest.current.today)) toast(sentence)
      }),
    [days, known, loadFigures, fetchKnown],
  )
  const isLost = useLive(refresh)
  useEffect(() => {
    void loadFigures().then((figures) => known.notices(figures?.total, ''))
  }, [loadFigures, known])

  /** Waits with what is heard until an own change is answered. */
  const write = useCallback(<T>(change: Promise<T>): Promise<T> => {
    writing.current.add(change)
    const end = () => void writing.current.delete(change)
    change.then(end, end)
    return change
  }, [])

  /** What this screen itself has changed is shown at once. */
  const stored = useCallback(
    (one: Appointment, isNew = false) => {
      known.own(one, isNew)
      days.put(one)
      void refresh()
    },
    [known, days, refresh],
  )

  return { days, figures, unconfirmed, version, isLost, shown, fetch: fetchKnown, write, stored, refresh }
}

/** Runs `task`; asked again meanwhile, runs it once more afterwards. */
function oneAtATime(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isAskedAgain = false
  return function run() {
    if (running) {
      isAskedAgain = true
      return running
    }
    running = task().finally(() => {
      running = undefined
      if (!isAskedAgain) return
      isAskedAgain = false
      void run()
    })
    return running
  }
}
