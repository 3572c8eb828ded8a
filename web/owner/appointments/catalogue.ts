import type { BusinessDay, ProfessionalDay } from '#domain/week.ts'
import { DEFAULT_BUSINESS_WEEK } from '#domain/week.ts'
import { paletteOf } from '#domain/service.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ownerApi, type SessionBusiness } from '../../account/session.ts'
import type { Appointment } from '../calendar/appointment.ts'
import type { Rules } from '../calendar/starts.ts'

export interface Service {
  id: number
  service_name: string
  duration_minutes: number
  price: number
  is_active: boolean
}

export interface Professional {
  id: number
  professional_name: string
  avatar_url: string | null
  specialties: string | null
  is_active: boolean
}

interface Business {
  timezone: string
  address: string | null
  schedules: BusinessDay[]
}

export type Catalogue = ReturnType<typeof useCatalogue>

/** What appointments are made of: services, professionals, the business's hours. What cannot be had is left out. */
export function useCatalogue(session: SessionBusiness) {
  const [services, setServices] = useState<Service[]>()
  const [professionals, setProfessionals] = useState<Professional[]>()
  const [business, setBusiness] = useState<Business>()
  useEffect(() => {
    const quietly = () => {}
    ownerApi.get<{ services: Service[] }>('/api/services').then((a) => setServices(a.services), quietly)
    ownerApi
      .get<{ professionals: Professional[] }>('/api/professionals')
      .then((a) => setProfessionals(a.professionals), quietly)
    ownerApi
      .get<{ business: Business }>(`/api/businesses/${session.id}`)
      .then((a) => setBusiness(a.business), quietly)
  }, [session.id])

  const toneOf = useCallback(
    ({ service_id }: Pick<Appointment, 'service_id'>) => {
      const position = services?.findIndex(({ id }) => id === service_id) ?? -1
      return paletteOf(position === -1 ? service_id - 1 : position)
    },
    [services],
  )
  const week = business?.schedules ?? DEFAULT_BUSINESS_WEEK
  return {
    services,
    professionals,
    toneOf,
    week,
    rules: useRules(week),
    timezone: business?.timezone ?? session.timezone,
    address: business?.address ?? null,
  }
}

/** When a professional can be booked; fetched when it is first asked for, assumed until then. */
function useRules(week: readonly BusinessDay[]) {
  const weeks = useRef(new Map<number, readonly ProfessionalDay[]>())
  const [, redraw] = useState(0)
  const interval = useRef<number>(undefined)
  return useMemo(
    () => ({
      of: (professionalId: number): Rules => ({
        week,
        professionalWeek: weeks.current.get(professionalId) ?? [],
        ...(interval.current && { interval: interval.current }),
      }),
      async need(professionalId: number) {
        if (weeks.current.has(professionalId)) return
        weeks.current.set(professionalId, [])
        const [own, profile] = await Promise.allSettled([
          ownerApi.get<{ schedule: ProfessionalDay[] }>(`/api/schedules/professional/${professionalId}`),
          interval.current
            ? undefined
            : ownerApi.get<{ business: { slot_interval_minutes: number } }>('/api/businesses/profile'),
        ])
        if (own.status === 'fulfilled') weeks.current.set(professionalId, own.value.schedule)
        else weeks.current.delete(professionalId)
        if (profile.status === 'fulfilled' && profile.value)
          interval.current = profile.value.business.slot_interval_minutes
        redraw((n) => n + 1)
      },
    }),
    [week],
  )
}
