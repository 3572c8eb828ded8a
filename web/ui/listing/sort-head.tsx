import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { chevronDown } from '../icons.ts'
import './listing.css'
import type { Order } from './use-listing.ts'

interface Props<Sort> {
  listing: { sort: Sort; order: Order; sortBy: (sort: Sort, order: Order) => void }
  sort: Sort
  /** The order of the first press. */
  first: Order
  children: ReactNode
}

/** A column header that sorts its list; a second press reverses the order. */
export function SortHead<Sort extends string>({ listing, sort, first, children }: Props<Sort>) {
  const isSorted = listing.sort === sort
  const isRising = listing.order === 'asc'
  const next = !isSorted ? first : isRising ? 'desc' : 'asc'
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={!isSorted ? 'none' : isRising ? 'ascending' : 'descending'}
    >
      <button type="button" className="sort-head" onClick={() => listing.sortBy(sort, next)}>
        {children}
        <Icon d={chevronDown} className={`icon-sm ${!isSorted ? 'off' : isRising ? 'up' : ''}`} />
      </button>
    </th>
  )
}
