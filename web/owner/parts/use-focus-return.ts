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

/**
 * For a control that goes with its press: focuses what `selector` finds in `box`, or in the page, once that is
 * drawn. With `pressed`, once that control has gone, and unless somebody went on to something else.
 */
export function useFocusNext(box?: RefObject<HTMLElement | null>) {
  const wanted = useRef<{ selector: string; pressed: Element | null }>(undefined)
  useEffect(() => {
    if (!wanted.current) return
    const { selector, pressed } = wanted.current
    const { activeElement: at, body } = document
    if (pressed && pressed !== body && at === pressed) return
    wanted.current = undefined
    if (pressed && at !== body) return
    const within = box ? box.current : document
    within?.querySelector<HTMLElement>(selector)?.focus()
  })
  return (selector: string, pressed: Element | null = null) => {
    wanted.current = { selector, pressed }
  }
}
