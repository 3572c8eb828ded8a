import { type RefObject, useEffect, useRef, useState } from 'react'

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

/** For a control that goes with its press: focuses what `selector` finds in `box`, once that is drawn. */
export function useFocusNext(box: RefObject<HTMLElement | null>) {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    box.current?.querySelector<HTMLElement>(wanted.current)?.focus()
    wanted.current = undefined
  })
  return (selector: string) => {
    wanted.current = selector
  }
}
