import { useEffect, useRef } from 'react'

interface Pace {
  soonMs: number
  everyMs: number
}

/**
 * Does something soon after it is asked for, and then at most once in `everyMs`, however often it is asked for; no more once its
 * screen has gone.
 */
export function usePaced(act: () => void, { soonMs, everyMs }: Pace): () => void {
  const latest = useRef(act)
  latest.current = act
  const pace = useRef({ actedAt: -Infinity, timer: undefined as ReturnType<typeof setTimeout> | undefined })
  useEffect(() => {
    const { current } = pace
    return () => {
      clearTimeout(current.timer)
      current.timer = undefined
    }
  }, [])
  return () => {
    const { current } = pace
    current.timer ??= setTimeout(
      () => {
        current.timer = undefined
        current.actedAt = Date.now()
        latest.current()
      },
      Math.max(soonMs, current.actedAt + everyMs - Date.now()),
    )
  }
}
