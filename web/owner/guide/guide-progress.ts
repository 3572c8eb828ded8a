/** The progress of a new business, derived from its data: nothing is ticked by hand. */
import { useQuery } from '@tanstack/react-query'
import type { SessionBusiness } from '../../account/session.ts'
import { recentQuery } from '../data/appointments.ts'
import { profileQuery } from '../data/business.ts'
import { statsQuery } from '../data/figures.ts'

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
  const appointments = useQuery(recentQuery())
  if (profile.isLoading || stats.isPending || appointments.isPending) return undefined
  const { description, featured_image } = profile.data ?? {}
  const latest = appointments.data ?? []
  return {
    settings: Boolean(description || logo_url || featured_image),
    services: stats.data?.active_services ?? 0,
    professionals: stats.data?.active_professionals ?? 0,
    appointments: latest.length > 0,
    shared: latest.some(({ booked_by }) => booked_by === 'client'),
  }
}
