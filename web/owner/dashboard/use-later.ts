import { startTransition, useEffect, useState } from 'react'
import { inOwnTask } from '../../ui/own-task.ts'

let wasShown = false

/**
 * Whether the sections below may be rendered: once the first ones are (`isShown`), or at once on a return to
 * the screen, so that its scroll position is kept.
 */
export function useLater(isShown: boolean): boolean {
  const [isLater, setLater] = useState(wasShown)
  useEffect(() => {
    if (isShown && !isLater)
      return inOwnTask(() => {
        wasShown = true
        startTransition(() => setLater(true))
      })
  }, [isShown, isLater])
  return isLater
}
