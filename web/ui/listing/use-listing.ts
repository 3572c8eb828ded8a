import { useEffect, useState } from 'react'

export type Order = 'asc' | 'desc'
export const PAGE = 20
const TYPING_MS = 300

/** What a list is asked for: words, an order and a page, twenty rows each. Typing asks once it pauses. */
export function useListing<Sort extends string>(first: { sort: Sort; order: Order }) {
  const [text, setText] = useState('')
  const [wanted, setWanted] = useState({ q: '', ...first, offset: 0 })
  const { q, sort, order, offset } = wanted

  useEffect(() => {
    const typed = text.trim()
    if (typed === q) return
    const timer = setTimeout(() => setWanted((now) => ({ ...now, q: typed, offset: 0 })), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, q])

  return {
    ...{ ...wanted, text, setText },
    /** For the address of the call. */
    search: String(
      new URLSearchParams({ sort, order, limit: String(PAGE), offset: String(offset), ...(q && { q }) }),
    ),
    sortBy: (sort: Sort, order: Order) => setWanted((now) => ({ ...now, sort, order, offset: 0 })),
    turn: (pages: 1 | -1) => setWanted((now) => ({ ...now, offset: Math.max(0, now.offset + pages * PAGE) })),
  }
}
