/** The progress of a new business, derived from its data: nothing is ticked by hand. */
import { useQuery } from '@tanstack/react-query'
import type { SessionBusiness } from '../../account/session.ts'
import { profileQuery } from '../data/business.ts'
import { NO_STATS, statsQuery } from '../data/figures.ts'

export interface Progress {
  settings: boolean
  services: number
  professionals: number
  appointments: boolean
  /** A client has booked on the page: one of the latest appointments is theirs. */
  shared: boolean
}

/** Undefined until it is known; what cannot be had counts as not done. Asks little that the dashboard does not ask. */
export function useProgress({ logo_url }: SessionBusiness): Progress | undefined {
  const profile = useQuery({ ...profileQuery(), enabled: !logo_url })
  const stats = useQuery(statsQuery())
  if (profile.isLoading || stats.isPending) return undefined
  const { description, featured_image } = profile.data ?? {}
  const { scheduled_appointments, completed_appointments, cancelled_appointments } = stats.data ?? NO_STATS
  return {
    settings: Boolean(description || logo_url || featured_image),
    services: stats.data?.active_services ?? 0,
    professionals: stats.data?.active_professionals ?? 0,
    appointments: scheduled_appointments + completed_appointments + cancelled_appointments > 0,
    shared: stats.data?.is_page_used ?? false,
  }
}
