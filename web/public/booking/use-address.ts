import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { stored } from './stored.ts'

/** An entry of the history, numbered as the router does: web/ui/back/entries.ts tells pages from dialogs by that. */
interface Entry {
  idx?: number
  usr?: unknown
}

interface Here {
  search: string
  /** What was given along by who went there. */
  state: unknown
  /** How far to scroll when it is shown; missing when the browser knows. */
  top?: number
}

export type Address = ReturnType<typeof useAddress>

const entry = (): Entry => history.state ?? {}

const here = (top?: number): Here => ({
  search: location.search,
  state: entry().usr ?? null,
  ...(top !== undefined && { top }),
})

/**
 * The address of the page, whose steps are entries of the history. That is all it needs of a router, which would be a
 * third of its script.
 * @param drawnFor what the server drew the page for
 */
export function useAddress(business: number, drawnFor: string) {
  const [now, setNow] = useState<Here>(() =>
    import.meta.env.SSR ? { search: drawnFor, state: null } : here(),
  )
  const [heights] = useState(() => heightsOf(business))
  /** What shows, or will: a part of it may have to come first. */
  const latest = useRef(now)
  const [show] = useState(() => (next: Here) => {
    latest.current = next
    startTransition(() => setNow(next))
  })

  useEffect(() => {
    if (entry().idx === undefined) history.replaceState({ ...history.state, idx: 0 }, '')
    heights.arrive()
    const follow = () => {
      heights.leave()
      const top = heights.arrive()
      show(here(top ?? (location.hash ? undefined : 0)))
    }
    // A page that is loaded again is scrolled by the browser.
    const toBrowser = () => {
      heights.leave()
      heights.keep()
      history.scrollRestoration = 'auto'
    }
    const toPage = () => void (history.scrollRestoration = 'manual')
    toPage()
    addEventListener('popstate', follow)
    addEventListener('pagehide', toBrowser)
    addEventListener('pageshow', toPage)
    return () => {
      removeEventListener('popstate', follow)
      removeEventListener('pagehide', toBrowser)
      removeEventListener('pageshow', toPage)
    }
  }, [heights, show])

  useLayoutEffect(() => {
    if (now.top !== undefined) scrollTo(0, now.top)
  }, [now])

  return {
    now,

    /** Goes to another step, which shows from its top: a new entry of the history, or this one. */
    go(search: string, { replace = false, state = null }: { replace?: boolean; state?: unknown } = {}) {
      const { idx = 0 } = entry()
      const url = location.pathname + search
      heights.leave()
      if (replace) history.replaceState({ idx, usr: state }, '', url)
      else history.pushState({ idx: idx + 1, usr: state }, '', url)
      heights.arrive()
      show(here(0))
    },

    /** Says in other words what shows, unless something else will soon. */
    amend(search: string) {
      // Where nothing is chosen an address may have its hash.
      if (latest.current === now && search !== (location.search || '?'))
        history.replaceState(history.state, '', search)
    },
  }
}

/** How far each entry of the history is scrolled. */
function heightsOf(business: number) {
  const kept = stored<Record<number, number>>('altura', business)
  const tops = import.meta.env.SSR ? {} : (kept.get() ?? {})
  let shown = 0
  return {
    leave: () => void (tops[shown] = scrollY),
    /** Another entry is shown: how far it was scrolled, if it was shown before. */
    arrive(): number | undefined {
      shown = entry().idx ?? 0
      return tops[shown]
    },
    /** For the time after a reload. */
    keep: () => kept.set(tops),
  }
}
