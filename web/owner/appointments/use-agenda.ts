import { useCallback, useMemo, useRef, useState } from 'react'
import type { Appointment } from '../calendar/appointment.ts'
import { useLive } from '../live.ts'
import { createDays } from './days.ts'
import { fetchAppointments } from './fetch.ts'
import { useFigures } from './figures.ts'
import { useNews } from './use-news.ts'

export type Agenda = ReturnType<typeof useAgenda>

/** The appointments that this screen shows, kept up to date whoever changes them. */
export function useAgenda(today: string) {
  const { notices, look, own, forget } = useNews()
  const [days] = useState(() =>
    createDays(async (from, to) => (await fetchAppointments({ from, to, order: 'asc' })).appointments),
  )
  const { figures, unconfirmed, load: loadFigures } = useFigures(today)
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
        await Promise.all([
          loadFigures(),
          shown.current?.().catch(() => {}),
          look(latest.current.today).catch(() => {}),
        ])
      }),
    [days, loadFigures, look],
  )
  // It is told to look as soon as it listens: that is the first look at everything but the days.
  useLive(refresh)

  /** Waits with what is heard until an own change is answered. */
  const write = useCallback(<T>(change: Promise<T>): Promise<T> => {
    writing.current.add(change)
    const end = () => void writing.current.delete(change)
    change.then(end, end)
    return change
  }, [])

  /** What this screen itself has changed is shown at once. */
  const stored = useCallback(
    (one: Appointment) => {
      own(one.id)
      days.put(one)
      void refresh()
    },
    [own, days, refresh],
  )

  return {
    ...{
      days,
      figures,
      unconfirmed,
      version,
      shown,
      fetch: fetchAppointments,
      write,
      stored,
      refresh,
    },
    ...{ notices, forget },
  }
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
