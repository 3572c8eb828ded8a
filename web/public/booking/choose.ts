import { doesService } from '#domain/specialties.ts'
import type { Choice, Day, Professional, Service } from './types.ts'

interface Catalogue {
  services: Service[]
  professionals: Professional[]
}

export const professionalsFor = (professionals: Professional[], service: number): Professional[] =>
  professionals.filter(({ specialties }) => doesService(specialties, service))

/** Keeps what can be chosen, and chooses the professional where there is only one. */
export function possible(
  { service, professional, date, time }: Choice,
  { services, professionals }: Catalogue,
): Choice {
  if (!services.some(({ id }) => id === service)) return {}
  const able = professionalsFor(professionals, service!)
  const known = able.find(({ id }) => id === professional) ?? (able.length === 1 ? able[0] : undefined)
  if (!known) return { service: service! }
  return { service: service!, professional: known.id, ...(date && { date, ...(time && { time }) }) }
}

/** Settles the date on one with free times, and drops a time that is not free. */
export function settled({ date, time, ...rest }: Choice, days: Day[]): Choice {
  const day =
    days.find((day) => day.date === date && day.times.length > 0) ?? days.find((day) => day.times.length > 0)
  if (!day) return rest
  const isFree = day.date === date && time !== undefined && day.times.includes(time)
  return { ...rest, date: day.date, ...(isFree && { time }) }
}

export const isComplete = (choice: Choice): choice is Required<Choice> =>
  Boolean(choice.service && choice.professional && choice.date && choice.time)
