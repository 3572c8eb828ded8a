/** Remembers the dashboard's layout, so that its placeholders have the shape of what will come. */
import { useEffect, useState } from 'react'

interface Shape {
  lanes: number
  banner: boolean
  question?: boolean
}

const keyOf = (id: number) => `enpunto.dashboard.${id}`

/** Undefined when this browser has not shown the dashboard yet. */
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
      // Storage is denied: only the guess of the shape is lost.
    }
  }, [id, text])
  return last
}
