import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { type Order, PAGE, useListing } from '../ui/listing/use-listing.ts'
import { businessesQuery, useLoaded } from './queries.ts'

const SORTS = ['created_at', 'business_name', 'total_appointments'] as const
export type Sort = (typeof SORTS)[number]

export type Listing = ReturnType<typeof useBusinesses>

/**
 * A page of the registered businesses, searched, sorted and divided by the server. The address keeps search,
 * order and page, so that reloads, links and the way back lead to the same list.
 */
export function useBusinesses() {
  const [params, setParams] = useSearchParams()
  const listing = useListing<Sort>(listingIn(params))
  const { q, sort, order, offset } = listing
  useEffect(() => {
    const next = addressOf({ q, sort, order, offset })
    if (next.toString() !== params.toString()) setParams(next, { replace: true, preventScrollReset: true })
  }, [params, setParams, q, sort, order, offset])
  return { ...listing, ...useLoaded(businessesQuery(listing.query)) }
}

function listingIn(params: URLSearchParams) {
  const page = Number(params.get('pagina'))
  return {
    q: (params.get('q') ?? '').slice(0, 120).trim(),
    sort: SORTS.find((sort) => sort === params.get('orden')) ?? SORTS[0],
    order: params.get('sentido') === 'asc' ? ('asc' as const) : ('desc' as const),
    offset: Number.isSafeInteger(page) && page > 1 && page < 100_000 ? (page - 1) * PAGE : 0,
  }
}

interface Listed {
  q: string
  sort: Sort
  order: Order
  offset: number
}

function addressOf({ q, sort, order, offset }: Listed): URLSearchParams {
  const params = new URLSearchParams()
  if (q) params.set('q', q)
  if (sort !== SORTS[0]) params.set('orden', sort)
  if (order !== 'desc') params.set('sentido', order)
  if (offset > 0) params.set('pagina', String(offset / PAGE + 1))
  return params
}
