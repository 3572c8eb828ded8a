import { useCallback, useEffect, useState } from 'react'

/** How far below the screen something is worth asking for. */
const MARGIN = '400px'
/** By then a phone has nothing better to do. */
const REST_MS = 8_000

/**
 * Whether one of the watched elements is on the screen or near it; once it was, that stays. What nobody scrolls to is
 * near too after a while, so that it is there when they do.
 */
export function useNear() {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setNear(true), REST_MS)
    return () => clearTimeout(timer)
  }, [])
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: MARGIN },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { isNear, watch }
}
