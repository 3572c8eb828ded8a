/** How the dashboard of a business looked last time, so that what waits has the shape of what comes. */
import { useEffect, useState } from 'react'

interface Shape {
  lanes: number
  banner: boolean
}

const keyOf = (id: number) => `enpunto.dashboard.${id}`

/** Undefined when this browser has not shown it yet. */
export function useShape(id: number, current: Shape | undefined): Shape | undefined {
  const [last] = useState<Shape | undefined>(() => {
    try {
      return JSON.parse(localStorage.getItem(keyOf(id)) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  })
  const text = current && JSON.stringify(current)
  useEffect(() => {
    if (!text) return
    try {
      localStorage.setItem(keyOf(id), text)
    } catch {
      // Nothing is lost but a guess.
    }
  }, [id, text])
  return last
}
