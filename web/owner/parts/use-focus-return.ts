import { useEffect, useState } from 'react'

/** Returns the focus when a dialog closes: to the previous element, or to the screen if that is gone. */
export function useFocusReturn() {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement && document.activeElement !== document.body) return
        const target =
          before?.isConnected && before !== document.body ? before : document.getElementById('main')
        if (target instanceof HTMLElement) target.focus()
      })
    },
    [before],
  )
}
