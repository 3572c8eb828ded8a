import { DEFAULT_BUSINESS_WEEK, type ProfessionalDay } from '#domain/week.ts'
import { paletteOf } from '#domain/service.ts'
import type { Service } from '#domain/api/service.ts'
import { DEFAULT_HORIZON_DAYS } from '#domain/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { SessionBusiness } from '../../account/session.ts'
import type { Appointment } from '../data/appointment.ts'
import { hoursQuery, profileQuery } from '../data/business.ts'
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
