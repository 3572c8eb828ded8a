import { DEFAULT_BUSINESS_WEEK, type ProfessionalDay } from '#domain/week.ts'
import { paletteOf } from '#domain/service.ts'
import type { Service } from '#domain/api/service.ts'
import { DEFAULT_HORIZON_DAYS } from '#domain/dates.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { SessionBusiness } from '../../account/session.ts'
import type { Appointment } from '../data/appointment.ts'
import { YOUNG_MS } from '../../ui/query.ts'
import { hoursQuery, profileQuery } from '../data/business.ts'
import { useLive } from '../data/live.ts'
import { professionalsQuery } from '../data/professionals.ts'
import { seesAll } from '../places.ts'
import { servicesQuery } from '../data/services.ts'
import type { Rules } from './calendar/starts.ts'

export type Catalogue = ReturnType<typeof useCatalogue>

/** Services, professionals and the business's hours. What cannot be loaded is left out. */
export function useCatalogue(session: SessionBusiness) {
  const { data: services } = useQuery(servicesQuery())
  const { data: everybody } = useQuery(professionalsQuery())
  // Whoever has an agenda of their own sees, books and blocks in it alone.
  const own = seesAll(session) ? undefined : (session.access?.professional_id ?? 0)
  const professionals = useMemo(
    () => (own === undefined ? everybody : everybody?.filter(({ id }) => id === own)),
    [everybody, own],
  )
  const { data: profile } = useQuery(profileQuery())
  const [isHoursNeeded, setHoursNeeded] = useState(false)
  const { data: hours } = useQuery({ ...hoursQuery(), enabled: isHoursNeeded })
  useChangedElsewhere()

  const toneOf = useCallback(
    ({ service_id }: Pick<Appointment, 'service_id'>) => {
      const position = services?.findIndex(({ id }) => id === service_id) ?? -1
      return paletteOf(position === -1 ? service_id - 1 : position)
    },
    [services],
  )
  const week = profile?.schedules ?? DEFAULT_BUSINESS_WEEK
  const interval = profile?.slot_interval_minutes
  const horizonDays = profile?.horizon_days ?? DEFAULT_HORIZON_DAYS
  const rulesOf = useCallback(
    (professionalId: number, serviceId?: number): Rules => ({
      week,
      professionalWeek: ownDaysOf(hours?.own, professionalId),
      horizonDays,
      ...(interval && { interval }),
      serviceInterval: services?.find(({ id }) => id === serviceId)?.slot_interval_minutes,
    }),
    [week, hours, interval, horizonDays, services],
  )
  return {
    services,
    professionals,
    toneOf,
    week,
    horizonDays,
    /** The minimum notice of a service for customers. */
    noticeOf: (service: Pick<Service, 'min_notice_minutes'>) =>
      service.min_notice_minutes ?? profile?.min_notice_minutes ?? 0,
    /**
     * The hours of a professional, and the grid of a service; those of the business until the professional's
     * own have loaded.
     */
    rulesOf,
    /** Loads the professionals' own hours from now on. */
    needHours: useCallback(() => setHoursNeeded(true), []),
    timezone: profile?.timezone ?? session.timezone,
    address: profile?.address ?? null,
  }
}

type OwnDay = ProfessionalDay & { professional_id: number }
const ownDaysOf = (days: OwnDay[] | undefined, id: number): ProfessionalDay[] =>
  days?.filter(({ professional_id }) => professional_id === id) ?? []

// Soon after an announcement; but most of them are of appointments, and these have changed with few.
const SOON_MS = 500
const PAUSE_MS = 15_000

/**
 * Asks again for what an agenda is made of after something was announced: another screen may have changed a service, a
 * professional or the hours.
 */
function useChangedElsewhere() {
  const client = useQueryClient()
  const pace = useRef({
    askedAt: -Infinity,
    before: -Infinity,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
  })
  useEffect(() => {
    const { current } = pace
    return () => {
      clearTimeout(current.timer)
      current.timer = undefined
    }
  }, [])
  const isFirst = useRef(true)
  useLive(() => {
    const { current } = pace
    // The connection announces a change when it opens, but data that was just fetched is recent enough.
    current.before = Math.max(current.before, isFirst.current ? Date.now() - YOUNG_MS : Infinity)
    isFirst.current = false
    current.timer ??= setTimeout(
      () => {
        current.timer = undefined
        current.askedAt = Date.now()
        const { before } = current
        current.before = -Infinity
        for (const { queryKey } of [servicesQuery(), professionalsQuery(), profileQuery(), hoursQuery()])
          void client.invalidateQueries(
            { queryKey, exact: true, predicate: ({ state }) => state.dataUpdatedAt < before },
            { cancelRefetch: false },
          )
      },
      Math.max(SOON_MS, current.askedAt + PAUSE_MS - Date.now()),
    )
  })
}
