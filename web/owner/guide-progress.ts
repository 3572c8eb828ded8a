/** How far a new business has come: read from what it has, nothing is ticked by hand. */
import { useEffect, useState } from 'react'
import { ownerApi } from '../account/session.ts'

export interface Progress {
  settings: boolean
  services: number
  professionals: number
  appointments: number
  /** A client has booked on the page. */
  shared: boolean
}

interface Profile {
  description: string | null
  logo_url: string | null
  featured_image: string | null
}
const SOME = 50

async function load(): Promise<Progress> {
  const get = async <T>(path: string, empty: T): Promise<T> => {
    try {
      return await ownerApi.get<T>(path)
    } catch {
      return empty
    }
  }
  const [profile, stats, appointments] = await Promise.all([
    get<{ business?: Profile }>('/api/businesses/profile', {}),
    get<{ stats?: { active_services: number; active_professionals: number } }>('/api/businesses/stats', {}),
    get<{ appointments: { booked_by: string }[]; total?: number }>(`/api/appointments?limit=${SOME}`, {
      appointments: [],
    }),
  ])
  const { description, logo_url, featured_image } = profile.business ?? {}
  return {
    settings: Boolean(description || logo_url || featured_image),
    services: stats.stats?.active_services ?? 0,
    professionals: stats.stats?.active_professionals ?? 0,
    appointments: appointments.total ?? appointments.appointments.length,
    shared: appointments.appointments.some(({ booked_by }) => booked_by === 'client'),
  }
}

/** Undefined until it is known. */
export function useProgress(): Progress | undefined {
  const [progress, setProgress] = useState<Progress>()
  useEffect(() => {
    let isGone = false
    void load().then((found) => isGone || setProgress(found))
    return () => {
      isGone = true
    }
  }, [])
  return progress
}
