import { useListing } from '../ui/listing/use-listing.ts'
import { businessesQuery, useLoaded } from './queries.ts'

export type Sort = 'business_name' | 'created_at' | 'total_appointments'

export type Listing = ReturnType<typeof useBusinesses>

/** A page of the registered businesses, searched, sorted and divided by the server. */
export function useBusinesses() {
  const listing = useListing<Sort>({ sort: 'created_at', order: 'desc' })
  return { ...listing, ...useLoaded(businessesQuery(listing.query)) }
}
