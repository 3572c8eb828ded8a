import { ANY } from '#domain/choice.ts'
import { nowIn } from '#domain/dates.ts'
import { freeMessage } from '#domain/free-message.ts'
import { doesService } from '#domain/specialties.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { presentMs } from '../../../server-clock.ts'
import type { SessionBusiness } from '../../../account/session.ts'
import { clientsDaysQuery } from '../../data/free-times.ts'
import { professionalsQuery } from '../../data/professionals.ts'
import { servicesQuery } from '../../data/services.ts'

/** What the message is about, by whom, and the message itself once that is chosen and there is room. */
export function useMessage(business: SessionBusiness, url: string) {
  const { data: services } = useQuery(servicesQuery())
  const { data: professionals = [] } = useQuery(professionalsQuery())
  const [chosen, setChosen] = useState({ service: '', variant: '', professional: '' })
  const offered = services?.filter((one) => one.is_active && one.is_bookable_online)
  const service = offered?.find(({ id }) => String(id) === chosen.service)
  const variant = service?.variants.find(({ id }) => String(id) === chosen.variant)
  const able = professionals.filter(
    (one) => one.is_active && service && doesService(one.specialties, service.id),
  )
  const hasAny = able.length > 1 && able.some(({ weight }) => weight > 0)
  const named = able.find(({ id }) => String(id) === chosen.professional) ?? (hasAny ? undefined : able[0])
  const who = named ? String(named.id) : ANY
  const isChosen = service !== undefined && able.length > 0 && (service.variants.length === 0 || !!variant)
  const options = variant && { variant_id: String(variant.id) }
  const asked = { professional_id: who, service_id: chosen.service, ...options }
  const days = useQuery({ ...clientsDaysQuery(asked, business.id), enabled: isChosen })
  const option = variant ? `&opcion=${variant.id}` : ''
  const person = named && able.length > 1 ? `&profesional=${named.id}` : ''
  const { date: today } = nowIn(business.timezone, presentMs())
  const text =
    isChosen && days.data
      ? freeMessage(days.data.map(best), today, `${url}?servicio=${chosen.service}${option}${person}`)
      : undefined
  return {
    chosen,
    choose: (part: Partial<typeof chosen>) => setChosen((before) => ({ ...before, ...part })),
    offered,
    service,
    able,
    hasAny,
    who,
    text,
    state: isChosen ? days.status : undefined,
    retry: () => void days.refetch(),
  }
}

/** What the page lists last is named only where there is nothing else. */
function best({
  date,
  times,
  others = [],
}: {
  date: string
  times: string[]
  others?: string[] | undefined
}) {
  const first = times.filter((time) => !others.includes(time))
  return { date, times: first.length > 0 ? first : times }
}
