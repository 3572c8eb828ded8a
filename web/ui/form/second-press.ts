import { useEffect } from 'react'

/** Within so many milliseconds and pixels, two taps are a double tap: browsers count clicks, and not all of them taps. */
const SOON = 350
const NEAR = 24

const CONTROLS = 'a, button, summary, label, input, select, textarea'
/** What the next press closes again, and what says itself that its next press would begin something else. */
const ONCE = 'summary, [popovertarget], [aria-expanded], [data-once]'

interface Press {
  on: Element
  at: number
  x: number
  y: number
}

/**
 * Drops the second press of a double click where it would undo the first or do something else: it closes the menu
 * that the first has opened, or hits what stands below the dialog that the first has closed, which nobody meant.
 */
export function useOnlyFirstPress() {
  useEffect(() => {
    let first: Press | undefined
    function judge(event: MouseEvent) {
      // The keyboard has no place on the screen, and its presses follow each other on purpose.
      if (event.detail === 0 || !(event.target instanceof Element)) return
      const press = { on: controlOf(event.target), at: event.timeStamp, x: event.clientX, y: event.clientY }
      if (!first || !(event.detail > 1 || isDoubleTap(event, first, press))) {
        first = press
        return
      }
      if (first.on === press.on && !press.on.matches(ONCE)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    // Before React, which listens at the document.
    addEventListener('click', judge, true)
    return () => removeEventListener('click', judge, true)
  }, [])
}

/** The field and its label are one: browsers pass a press of the label on to the field. */
function controlOf(target: Element): Element {
  const control = target.closest(CONTROLS) ?? target
  return (control instanceof HTMLLabelElement && control.control) || control
}

const isDoubleTap = (event: MouseEvent, first: Press, { at, x, y }: Press) =>
  (event as Partial<PointerEvent>).pointerType === 'touch' &&
  at - first.at < SOON &&
  Math.hypot(x - first.x, y - first.y) < NEAR
