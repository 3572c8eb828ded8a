import { DEFAULT_BUSINESS_WEEK, type ProfessionalDay } from '#domain/week.ts'
import { paletteOf } from '#domain/service.ts'
import type { Service } from '#domain/api/service.ts'
import { DEFAULT_HORIZON_DAYS } from '#domain/dates.ts'
import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { SessionBusiness } from '../../account/session.ts'
import type { Appointment } from '../data/appointment.ts'
import { YOUNG_MS } from '../../ui/query.ts'
import { hoursQuery, profileQuery } from '../data/business.ts'
import { useLive } from '../data/live.ts'
import { usePaced } from '../../paced.ts'
import { professionalsQuery } from '../data/professionals.ts'
import { seesAll } from '../places.ts'
import { servicesQuery } from '../data/services.ts'
import { askAgain, PAUSE_MS } from '../data/stale.ts'
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

// Most announcements are of appointments, and these have changed with few.
const EVERY_MS = 15_000

/**
 * Asks again for what an agenda is made of after something was announced: another screen may have changed a service, a
 * professional or the hours.
 */
function useChangedElsewhere() {
  const client = useQueryClient()
  /** Which data are too old for what was announced. */
  const before = useRef(-Infinity)
  const isFirst = useRef(true)
  const ask = usePaced(
    () => {
      const made = [servicesQuery(), professionalsQuery(), profileQuery(), hoursQuery()]
      const hashes = made.map(({ queryKey }) => hashKey(queryKey))
      askAgain(client, before.current, ({ queryHash }) => hashes.includes(queryHash))
      before.current = -Infinity
    },
    { soonMs: PAUSE_MS, everyMs: EVERY_MS },
  )
  useLive(() => {
    // The connection announces a change when it opens, but data that was just fetched is recent enough.
    before.current = Math.max(before.current, isFirst.current ? Date.now() - YOUNG_MS : Infinity)
    isFirst.current = false
    ask()
  })
}
