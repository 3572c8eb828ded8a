import { useEffect } from 'react'

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 60_000

/** Retries automatically: when the network returns, when the tab is opened, and from time to time. */
export function useReturn(again: () => unknown) {
  useEffect(() => {
    let pause = FIRST_PAUSE_MS
    let timer = setTimeout(wait, pause)
    function wait() {
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
      timer = setTimeout(wait, pause)
      again()
    }
    const look = () => void (document.visibilityState === 'visible' && again())
    addEventListener('online', again)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', look)
    }
  }, [again])
}
