import { chosenErrors, filledAsBooked, isAsBooked, offeredAsBooked, unknownErrors } from '#domain/chosen.ts'
import { type ChosenOptions, type Offered, type Option, type Terms, termsOf } from '#domain/terms.ts'
import type { FieldErrors } from '#domain/fields.ts'
import type { PriceKind } from '#domain/money.ts'
import { DEFAULT_DURATION_MINUTES } from '#domain/slots.ts'
import type { BookableProfessional } from './queries.ts'

/** What an appointment copied when it was booked. */
export interface BookedTerms {
  service_id: number
  service_name: string
  catalogue_name: string | null
  variant: Option | null
  addons: Option[]
  duration_minutes: number
  price: number
  price_kind: PriceKind
}

/** A service with what is chosen of it; of an appointment that is moved, what is left out stays as booked. */
export interface Chosen extends ChosenOptions {
  service_id: number | null
  moving?: BookedTerms | undefined
  /** Of this appointment alone, as its owner says. */
  duration_minutes?: number | undefined
  price?: number | undefined
}

type Found = Pick<
  BookableProfessional,
  'service_id' | 'service_name' | 'duration_minutes' | 'price' | 'price_kind' | 'variants' | 'addons' | 'own'
>

/** Whether an appointment that is moved stays what was booked: then nothing of it is computed anew. */
export const staysAsBooked = ({ service_id, moving, ...chosen }: Chosen): boolean =>
  moving !== undefined && moving.service_id === service_id && isAsBooked(chosen, moving)

/** What is booked: name, minutes and price. */
export function termsFor(found: Found, asked: Chosen): Terms {
  if (staysAsBooked(asked)) return asked.moving!
  const { offered, own, chosen } = offer(found, asked)
  return withOwn(termsOf(offered, chosen, own), asked)
}

/** With the minutes and the price that the owner gives this one appointment. */
function withOwn(terms: Terms, { duration_minutes, price }: Chosen): Terms {
  return {
    ...terms,
    ...(duration_minutes !== undefined && { duration_minutes }),
    ...(price !== undefined && { price, price_kind: price > 0 ? 'fixed' : terms.price_kind }),
  }
}

/** Why it cannot be booked, by field: an option is missing or gone, or there are too many. */
export function chosenErrorsFor(found: Found, asked: Chosen): FieldErrors {
  if (staysAsBooked(asked)) return {}
  const { offered, own, chosen } = offer(found, asked)
  return chosenErrors(offered, chosen, own)
}

/** The same for free times, where nothing has to be chosen yet. */
export function unknownErrorsFor(found: Found, asked: Chosen): FieldErrors {
  if (staysAsBooked(asked)) return {}
  const { offered, chosen } = offer(found, asked)
  return unknownErrors(offered, chosen)
}

function offer(found: Found, { service_id, moving, ...chosen }: Chosen) {
  const now = found.service_id === null ? undefined : offered(found)
  if (moving?.service_id !== service_id) return { offered: now ?? offered(found), own: found.own, chosen }
  const booked = moving!
  // What was booked of it without a variant has the professional's minutes and price in it already.
  return { offered: offeredAsBooked(booked, now), own: null, chosen: filledAsBooked(chosen, booked) }
}

const offered = (found: Found): Offered => ({
  service_name: found.service_name ?? '',
  duration_minutes: found.duration_minutes ?? DEFAULT_DURATION_MINUTES,
  price: found.price ?? 0,
  price_kind: found.price_kind ?? 'from',
  variants: found.variants ?? [],
  addons: found.addons ?? [],
})
