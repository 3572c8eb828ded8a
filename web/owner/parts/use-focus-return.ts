import { useEffect, useState } from 'react'

/** Focus goes back to where it was when a dialog is gone; to the screen when that is gone as well. */
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
