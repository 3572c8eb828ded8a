import { useListing } from '../ui/listing/use-listing.ts'
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

export type Listing = ReturnType<typeof useBusinesses>

/** A page of the registered businesses: searched, sorted and cut by the server. */
export function useBusinesses() {
  const listing = useListing<Sort>({ sort: 'created_at', order: 'desc' })
  const loaded = useLoaded<{ businesses: Business[]; total: number }>(
    `/api/admin/businesses?${listing.search}`,
  )
  return { ...listing, ...loaded }
}
