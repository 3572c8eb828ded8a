import { useEffect, useState } from 'react'

export type Order = 'asc' | 'desc'
export const PAGE = 20
const TYPING_MS = 300

interface Wanted<Sort> {
  q: string
  sort: Sort
  order: Order
  offset: number
}

/** The query of the call that answers a page. */
const queryOf = <Sort>({ q, sort, order, offset }: Wanted<Sort>) => ({
  sort,
  order,
  limit: PAGE,
  offset,
  ...(q && { q }),
})

/** The query of the page that a list begins with. */
export const firstPage = <Sort>(first: { sort: Sort; order: Order }) =>
  queryOf({ q: '', ...first, offset: 0 })

/** A list's search text, order and page of twenty rows. Typing sends a request once it pauses. */
export function useListing<Sort extends string>(first: {
  sort: Sort
  order: Order
  q?: string
  offset?: number
}) {
  const [text, setText] = useState(first.q ?? '')
  const [wanted, setWanted] = useState<Wanted<Sort>>({ q: '', offset: 0, ...first })
  const { q } = wanted

  useEffect(() => {
    const typed = text.trim()
    if (typed === q) return
    const timer = setTimeout(() => setWanted((now) => ({ ...now, q: typed, offset: 0 })), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, q])

  return {
    ...wanted,
    text,
    setText,
    /** The query of the call for the page. */
    query: queryOf(wanted),
    sortBy: (sort: Sort, order: Order) => setWanted((now) => ({ ...now, sort, order, offset: 0 })),
    turn: (pages: 1 | -1) => setWanted((now) => ({ ...now, offset: Math.max(0, now.offset + pages * PAGE) })),
  }
}

export type Listing<Sort extends string> = ReturnType<typeof useListing<Sort>>
