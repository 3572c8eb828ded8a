/** What a service costs and takes, as it is chosen: with one of its variants, with add-ons, with one professional. */
import { type FieldErrors, errorsOf } from './fields.ts'
import { MAX_PRICE, type PriceKind } from './money.ts'

/** A variant or an add-on of a service. */
export interface Option {
  id: number
  name: string
  duration_minutes: number
  price: number
}

/** A service as far as it decides what is booked. */
export interface Offered {
  service_name: string
  duration_minutes: number
  price: number
  price_kind: PriceKind
  /** One of them is chosen; then minutes and price are its own. */
  variants: readonly Option[]
  /** Any of them are chosen; minutes and price come on top. */
  addons: readonly Option[]
}

/** What a service costs and takes with one professional; null: what it says itself. */
export interface OwnTerms {
  price: number | null
  duration_minutes: number | null
}

export interface ChosenOptions {
  variant_id?: number | null | undefined
  addon_ids?: readonly number[] | undefined
}

/** What is booked, and copied into the appointment. */
export interface Terms {
  /** 'Corte · Cabello largo + Hidratación' */
  service_name: string
  /** The service alone, where that is something else. */
  catalogue_name: string | null
  variant: Option | null
  addons: Option[]
  duration_minutes: number
  price: number
  price_kind: PriceKind
}

/** The longest appointment, in minutes. */
export const LONGEST_MINUTES = 720
export const VARIANT_GONE = 'Esa opción ya no está disponible. Elige otra, por favor.'
export const ADDON_GONE = 'Uno de los adicionales ya no está disponible. Elige de nuevo, por favor.'

/** What comes of a choice; ids that are unknown, or missing, count as not chosen: `chosenErrors` refuses them. */
export function termsOf(
  service: Offered,
  { variant_id, addon_ids = [] }: ChosenOptions,
  own?: OwnTerms | null,
): Terms {
  const variant = service.variants.find(({ id }) => id === variant_id) ?? null
  const addons = service.addons.filter(({ id }) => addon_ids.includes(id))
  // A variant says itself what it costs and takes.
  const base = variant ?? {
    duration_minutes:
      (service.variants.length === 0 ? own?.duration_minutes : null) ?? service.duration_minutes,
    price: (service.variants.length === 0 ? own?.price : null) ?? service.price,
  }
  const isUnpriced = service.price_kind === 'free' || service.price_kind === 'ask'
  const price = sum([isUnpriced ? 0 : base.price, ...addons.map((addon) => addon.price)])
  return {
    service_name: nameOf(service.service_name, variant, addons),
    catalogue_name: variant || addons.length > 0 ? service.service_name : null,
    variant,
    addons,
    duration_minutes: base.duration_minutes + addons.reduce((all, addon) => all + addon.duration_minutes, 0),
    price,
    price_kind: service.price_kind === 'free' && price > 0 ? 'fixed' : service.price_kind,
  }
}

/** Why a choice cannot be booked, by field: an option is missing, unknown, or they are too many. */
export function chosenErrors(service: Offered, chosen: ChosenOptions): FieldErrors {
  const isMissing = service.variants.length > 0 && !chosen.variant_id
  const { duration_minutes, price } = termsOf(service, chosen)
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
  const base = {
    duration_minutes:
      booked.duration_minutes - addons.reduce((all, addon) => all + addon.duration_minutes, 0),
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

/** 'Corte', 'Corte · Cabello largo', 'Corte · Cabello largo + Hidratación' */
export const nameOf = (
  service: string,
  variant: Pick<Option, 'name'> | null,
  addons: readonly Pick<Option, 'name'>[],
) => [variant ? `${service} · ${variant.name}` : service, ...addons.map(({ name }) => name)].join(' + ')

const withCopies = (options: readonly Option[], copies: readonly Option[]): Option[] => [
  ...options.map((option) => copies.find(({ id }) => id === option.id) ?? option),
  ...copies.filter(({ id }) => options.every((option) => option.id !== id)),
]

/** Without the noise of binary fractions. */
const sum = (amounts: number[]): number =>
  Math.round(amounts.reduce((all, amount) => all + amount, 0) * 100) / 100
