import { ANY } from '#domain/choice.ts'
import type { Appointment } from '../../data/appointment.ts'
import type { Catalogue } from '../use-catalogue.ts'
import { offeredOf } from './option-fields.tsx'
import { servicesOf, termsSaid, type Values } from './values.ts'

export type Offer = ReturnType<typeof offerOf>

/** Who and what can be chosen, what is, and what that takes and costs. */
export function offerOf(
  { professionals = [], services: catalogue = [] }: Catalogue,
  values: Values,
  edited: Appointment | undefined,
  currency: string,
) {
  const team = professionals.filter(({ id, is_active }) => is_active || id === edited?.professional_id)
  const professional = team.find(({ id }) => String(id) === values.professional_id)
  const all = catalogue.filter(({ id, is_active }) => is_active || id === edited?.service_id)
  const services = servicesOf(all, professional, edited)
  const service = services.find(({ id }) => String(id) === values.service_id)
  const offered = offeredOf(service, edited)
  const own = offered === service ? service?.by_professional : undefined
  return {
    team,
    professional,
    /** Whether anybody may be chosen. Changes name somebody: only what is new may be anybody's. */
    offersAny: !edited && team.length > 1 && team.some(({ weight }) => weight > 0),
    isAny: values.professional_id === ANY,
    /** Everybody's, and those of the chosen professional. */
    all,
    services,
    service,
    offered,
    terms: offered && termsSaid(offered, values, own ?? [], team, currency),
  }
}
