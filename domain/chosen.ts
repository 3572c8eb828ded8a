/** What is wrong with a choice of a service's options, and how it compares with what was booked. */
import { type FieldErrors, errorsOf } from './fields.ts'
import { LONGEST_MINUTES, SHORTEST_MINUTES } from './limits.ts'
import { MAX_PRICE, type PriceKind } from './money.ts'
import { type ChosenOptions, type Offered, type Option, type OwnTerms, sum, termsOf } from './terms.ts'

export const VARIANT_GONE = 'Esa opción ya no está disponible. Elige otra, por favor.'
export const ADDON_GONE = 'Uno de los adicionales ya no está disponible. Elige de nuevo, por favor.'

/** Why a choice cannot be booked, by field: an option is missing, unknown, or they are too many. */
export function chosenErrors(service: Offered, chosen: ChosenOptions, own?: OwnTerms | null): FieldErrors {
  const isMissing = service.variants.length > 0 && !chosen.variant_id
  const { duration_minutes, price } = termsOf(service, chosen, own)
  return errorsOf({
    ...unknownErrors(service, chosen),
    ...(isMissing && { variant_id: `Elige una opción de ${service.service_name}` }),
    ...(duration_minutes > LONGEST_MINUTES && {
      addon_ids: 'Con esos adicionales la cita dura más de 12 horas',
    }),
    ...(price > MAX_PRICE && { addon_ids: 'Con esos adicionales el precio es demasiado alto' }),
  })
}

/** Why options are not the service's (any more), by field. */
export function unknownErrors(
  service: Pick<Offered, 'variants' | 'addons'>,
  chosen: ChosenOptions,
): FieldErrors {
  const { variant_id, addon_ids = [] } = chosen
  const hasVariant = !variant_id || service.variants.some(({ id }) => id === variant_id)
  const hasAddons = addon_ids.every((addon) => service.addons.some(({ id }) => id === addon))
  return errorsOf({
    variant_id: hasVariant ? undefined : VARIANT_GONE,
    addon_ids: hasAddons ? undefined : ADDON_GONE,
  })
}

interface Booked {
  service_name: string
  catalogue_name: string | null
  duration_minutes: number
  price: number
  price_kind: PriceKind
  variant: Option | null
  addons: readonly Option[]
}

/**
 * The service as an appointment has it: what was booked stays to be had as it was booked, whatever became of it in the
 * catalogue. `now` is missing when the service is gone.
 */
export function offeredAsBooked(booked: Booked, now: Offered | undefined): Offered {
  const { addons, price_kind } = booked
  const minutes = booked.duration_minutes - addons.reduce((all, addon) => all + addon.duration_minutes, 0)
  const present = booked.variant ? now?.variants.find(({ id }) => id === booked.variant!.id) : now
  const base = {
    // An appointment that was made shorter says no more how long the service takes without its add-ons.
    duration_minutes: minutes < SHORTEST_MINUTES ? (present?.duration_minutes ?? SHORTEST_MINUTES) : minutes,
    price: Math.max(0, sum([booked.price, ...addons.map(({ price }) => -price)])),
  }
  const variant = booked.variant && { ...booked.variant, ...base }
  return {
    service_name: now?.service_name ?? booked.catalogue_name ?? booked.service_name,
    ...(variant && now ? now : base),
    price_kind,
    variants: withCopies(now?.variants ?? [], variant ? [variant] : []),
    addons: withCopies(now?.addons ?? [], addons),
  }
}

/** Whether a choice is what was booked; what it leaves out stays. */
export function isAsBooked(
  { variant_id, addon_ids }: ChosenOptions,
  booked: Pick<Booked, 'variant' | 'addons'>,
): boolean {
  const sameVariant = variant_id === undefined || variant_id === (booked.variant?.id ?? null)
  if (!sameVariant || addon_ids === undefined) return sameVariant
  const ids = new Set(addon_ids)
  return ids.size === booked.addons.length && booked.addons.every(({ id }) => ids.has(id))
}

/** What is left out of a choice, filled with what was booked. */
export const filledAsBooked = (
  chosen: ChosenOptions,
  booked: Pick<Booked, 'variant' | 'addons'>,
): ChosenOptions => ({
  variant_id: chosen.variant_id === undefined ? (booked.variant?.id ?? null) : chosen.variant_id,
  addon_ids: chosen.addon_ids ?? booked.addons.map(({ id }) => id),
})

const withCopies = (options: readonly Option[], copies: readonly Option[]): Option[] => [
  ...options.map((option) => copies.find(({ id }) => id === option.id) ?? option),
  ...copies.filter(({ id }) => options.every((option) => option.id !== id)),
]
