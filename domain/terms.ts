/** What a service costs and takes, as it is chosen: with one of its variants, with add-ons, with one professional. */
import type { PriceKind } from './money.ts'

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

/** What comes of a choice; ids that are unknown, or missing, count as not chosen: chosen.ts refuses them. */
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

/** Before it is known which of them it is: the least, and how much more it may be. */
export function leastOf(all: readonly Pick<Option, 'price' | 'duration_minutes'>[]) {
  const prices = all.map(({ price }) => price)
  const minutes = all.map(({ duration_minutes }) => duration_minutes)
  const [price, duration_minutes] = [Math.min(...prices), Math.min(...minutes)]
  return {
    price,
    duration_minutes,
    more: { price: Math.max(...prices) - price, minutes: Math.max(...minutes) - duration_minutes },
  }
}

/** 'Corte', 'Corte · Cabello largo', 'Corte · Cabello largo + Hidratación' */
const nameOf = (
  service: string,
  variant: Pick<Option, 'name'> | null,
  addons: readonly Pick<Option, 'name'>[],
) => [variant ? `${service} · ${variant.name}` : service, ...addons.map(({ name }) => name)].join(' + ')

/** Of amounts, without the noise of binary fractions. */
export const sum = (amounts: number[]): number =>
  Math.round(amounts.reduce((all, amount) => all + amount, 0) * 100) / 100
