import { useEffect, useState } from 'react'
import { useLoaded } from './use-loaded.ts'

export interface Business {
  id: number
  business_name: string
  business_type: string
  email: string
  phone: string
  slug: string
  suspended_at: string | null
  created_at: string
  total_appointments: number
  total_services: number
  total_professionals: number
}

export type Sort = 'business_name' | 'created_at' | 'total_appointments'
export type Order = 'asc' | 'desc'

export const PAGE = 20
const TYPING_MS = 300

export type Listing = ReturnType<typeof useBusinesses>

/** A page of the registered businesses: searched, sorted and cut by the server. */
export function useBusinesses() {
  const [text, setText] = useState('')
  const [q, setQ] = useState('')
  const [sorting, setSorting] = useState<{ sort: Sort; order: Order }>({ sort: 'created_at', order: 'desc' })
  const [offset, setOffset] = useState(0)

  useEffect(() => {
    const timer = setTimeout(() => {
      setQ(text.trim())
      if (text.trim() !== q) setOffset(0)
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, q])

  const search = new URLSearchParams({ ...sorting, limit: String(PAGE), offset: String(offset) })
  if (q) search.set('q', q)
  const loaded = useLoaded<{ businesses: Business[]; total: number }>(`/api/admin/businesses?${search}`)

  return {
    ...{ ...loaded, ...sorting, text, q, offset, setText },
    sortBy(sort: Sort, order: Order) {
      setSorting({ sort, order })
      setOffset(0)
    },
    turn: (pages: 1 | -1) => setOffset(Math.max(0, offset + pages * PAGE)),
  }
}
