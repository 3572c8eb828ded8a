import { type RefObject, useEffect, useRef, useState } from 'react'

/** Where the dialog began that goes at this moment. */
let goneFrom: Element | null = null

/**
 * Returns the focus when a dialog closes: to the previous element, or to what lies below if that is gone. One that took
 * another's place ('Editar' of a detail) returns it to where that one began.
 */
export function useFocusReturn() {
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    const start = before?.isConnected ? before : (goneFrom ?? before)
    return () => {
      // Of several that go at once, one began at what is still there.
      if (start?.isConnected || !goneFrom?.isConnected) goneFrom = start
      requestAnimationFrame(() => {
        goneFrom = null
        if (document.activeElement && document.activeElement !== document.body) return
        const target =
          start?.isConnected && start !== document.body
            ? start
            : // The screen cannot have it while another dialog is open.
              ([...document.querySelectorAll('dialog[open] .modal-b')].at(-1) ??
              document.getElementById('main'))
        if (target instanceof HTMLElement) target.focus()
      })
    }
  }, [before])
}

/**
 * For a control that goes with its press: focuses the first that `selectors` find in `box`, or in the page, once that is
 * drawn. With `pressed`, once that control has gone, and unless somebody went on to something else. A key that is held
 * presses again what it comes to: that should be nothing that acts at once.
 */
export function useFocusNext(box?: RefObject<HTMLElement | null>) {
  const wanted = useRef<{ selectors: string[]; pressed: Element | null }>(undefined)
  useEffect(() => {
    if (!wanted.current) return
    const { selectors, pressed } = wanted.current
    const { activeElement: at, body } = document
    if (pressed && at === pressed && at !== body) return
    wanted.current = undefined
    // It may stand although it lost the focus: somebody pressed on nothing.
    const isThere = pressed !== body && pressed?.isConnected
    if (pressed && (isThere || at !== body)) return
    const within = box ? box.current : document
    for (const selector of selectors) {
      const found = within?.querySelector<HTMLElement>(selector)
      if (!found) continue
      found.focus()
      return
    }
  })
  return (selectors: string | string[], pressed: Element | null = null) => {
    wanted.current = { selectors: [selectors].flat(), pressed }
  }
}
