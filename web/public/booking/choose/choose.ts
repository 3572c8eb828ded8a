import { ANY } from '#domain/choice.ts'
import { doesService } from '#domain/specialties.ts'
import type { Choice, Day, Professional, Service } from '../../business/types.ts'

interface Catalogue {
  services: Service[]
  professionals: Professional[]
}

export const professionalsFor = (professionals: Professional[], service: number): Professional[] =>
  professionals.filter(({ specialties }) => doesService(specialties, service))

/** Whether one can go without naming any of those who do a service: there is a choice, and the system may make it. */
export const offersAny = (able: readonly Professional[]): boolean =>
  able.length > 1 && able.some(({ is_assigned }) => is_assigned)

/**
 * Keeps the parts of a choice that are possible; a single service or professional is chosen by itself, and where there are
 * several of them, whoever is free: who minds says so. Somebody who is not there any more is nobody's wish for another.
 */
export function possible(
  { service, professional, date, time, ...options }: Choice,
  { services, professionals }: Catalogue,
): Choice {
  const known = services.find(({ id }) => id === service) ?? (services.length === 1 ? services[0] : undefined)
  if (!known || known.is_bookable_online === false) return {}
  service = known.id
  const variant = known.variants?.find(({ id }) => id === options.variant)?.id
  const addons = known.addons?.map(({ id }) => id).filter((id) => options.addons?.includes(id)) ?? []
  const chosen = { service, ...(variant && { variant }), ...(addons.length > 0 && { addons }) }
  if (known.variants && !variant) return chosen
  const able = professionalsFor(professionals, service)
  const who = able.find(({ id }) => id === professional) ?? (able.length === 1 ? able[0] : undefined)
  const isGone = typeof professional === 'number' && professionals.every(({ id }) => id !== professional)
  const wanted = who?.id ?? (!isGone && offersAny(able) ? ANY : undefined)
  if (!wanted) return chosen
  return { ...chosen, professional: wanted, ...(date && { date, ...(time && { time }) }) }
}

/** Whether there is something to say of a date: its free times, or why the business is closed. */
const canShow = ({ times, closed }: Day): boolean => times.length > 0 || closed !== undefined

/**
 * Moves the date to the next one with free times, and drops a time that is not free. A date that was asked for and is
 * closed stays, to say why.
 */
export function settled({ date, time, ...rest }: Choice, days: Day[]): Choice {
  const free = days.filter((day) => day.times.length > 0)
  const day =
    days.find((day) => day.date === date && canShow(day)) ??
    free.find((day) => day.date > (date ?? '')) ??
    free.at(-1)
  if (!day) return rest
  const isFree = day.date === date && time !== undefined && day.times.includes(time)
  return { ...rest, date: day.date, ...(isFree && { time }) }
}

export const isComplete = (choice: Choice): choice is Required<Choice> =>
  Boolean(choice.service && choice.professional && choice.date && choice.time)
