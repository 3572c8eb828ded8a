import { type RefObject, useEffect, useRef } from 'react'

/** Calls `onEnd` after the box was shown for `ms`; stays while the pointer or the focus is on it. */
export function useDwell(box: RefObject<HTMLElement | null>, ms: number, onEnd: () => void) {
  const ending = useRef(onEnd)
  ending.current = onEnd
  useEffect(() => {
    const element = box.current!
    const listeners = new AbortController()
    const { signal } = listeners
    let timer = setTimeout(() => ending.current(), ms)
    const stay = () => clearTimeout(timer)
    const leave = () => {
      clearTimeout(timer)
      timer = setTimeout(() => ending.current(), ms)
    }
    for (const name of ['pointerenter', 'focusin']) element.addEventListener(name, stay, { signal })
    for (const name of ['pointerleave', 'focusout']) element.addEventListener(name, leave, { signal })
    return () => {
      clearTimeout(timer)
      listeners.abort()
    }
  }, [box, ms])
}
