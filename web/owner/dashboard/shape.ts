/** How the dashboard of a business looked last time, so that what waits has the shape of what comes. */
import { useEffect, useState } from 'react'

interface Shape {
  lanes: number
  banner: boolean
}

const USUAL: Shape = { lanes: 2, banner: true }
const keyOf = (id: number) => `enpunto.dashboard.${id}`

export function useShape(id: number, current: Shape | undefined): Shape {
  const [last] = useState<Shape>(() => {
    try {
      return { ...USUAL, ...JSON.parse(localStorage.getItem(keyOf(id)) ?? '{}') }
    } catch {
      return USUAL
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
