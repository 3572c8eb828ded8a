import type { Body } from '#domain/api/calls.ts'
import type { PriceKind } from '#domain/money.ts'
import { priceText } from '#domain/price-input.ts'
import { numberOf } from '#domain/fields.ts'
import type { Option } from '#domain/terms.ts'
import { durationOf, priceOf } from '#domain/service.ts'
import type { Service } from '#domain/api/service.ts'

const textOf = (minutes: number | null | undefined) =>
  minutes === null || minutes === undefined ? '' : String(minutes)
const minutesOf = (text: string) => (text === '' ? null : Number(text))

/** A variant or an add-on as it is typed. */
export interface OptionValues {
  id?: number
  name: string
  minutes: string
  price: string
}

const optionValues = ({ id, name, duration_minutes, price }: Option): OptionValues => ({
  id,
  name,
  minutes: String(duration_minutes),
  price: String(price),
})

/** What is no number stays as it was typed, and is refused by its rule. */
const typedNumber = (text: string) =>
  text.trim() === '' ? null : (numberOf(text) ?? (text as unknown as number))
export const optionsOf = (list: OptionValues[]) =>
  list.map(({ id, name, minutes, price }) => ({
    ...(id !== undefined && { id }),
    name,
    duration_minutes: typedNumber(minutes) as number,
    price: (typedNumber(priceText(price)) ?? 0) as number,
  }))

/** A service as form values; for a new one, the initial values. */
export const valuesOf = (service: Service | undefined) => ({
  service_name: service?.service_name ?? '',
  description: service?.description ?? '',
  duration_minutes: String(durationOf(service?.duration_minutes)),
  slot_interval_minutes: textOf(service?.slot_interval_minutes),
  min_notice_minutes: textOf(service?.min_notice_minutes),
  buffer_before: String(service?.buffer_before ?? 0),
  buffer_after: String(service?.buffer_after ?? 0),
  gap_from: textOf(service?.gap_from),
  gap_minutes: textOf(service?.gap_minutes),
  return_weeks: textOf(service?.return_weeks),
  price: service ? String(service.price) : '',
  price_kind: service?.price_kind ?? 'from',
  variants: (service?.variants ?? []).map(optionValues),
  addons: (service?.addons ?? []).map(optionValues),
  by_professional: (service?.by_professional ?? []).map((own) => ({
    professional_id: own.professional_id,
    minutes: textOf(own.duration_minutes),
    price: textOf(own.price),
  })),
  category_id: textOf(service?.category_id),
  is_active: service?.is_active ?? true,
  is_hidden: service?.is_hidden ?? false,
  is_bookable_online: service?.is_bookable_online ?? true,
})
export type Values = ReturnType<typeof valuesOf>

export const isUnpriced = (kind: PriceKind) => kind === 'free' || kind === 'ask'

/** All fields that the form sends; the picture is uploaded separately. A missing field does not compile. */
type FormBody = Required<Omit<Body<'POST /api/services'>, 'image_url'>>

/**
 * The form's values as a request body: an empty duration is the default, an empty price 0. What is hidden stays as it is
 * `stored`: with variants what single professionals take, and the prices of a service that has none.
 */
export function bodyOf(values: Values, stored: Service | undefined) {
  const before = valuesOf(stored)
  const own = values.variants.length > 0 ? before.by_professional : values.by_professional
  const isPriced = !isUnpriced(values.price_kind)
  return {
    ...values,
    // The rule has already refused anything that is not a number.
    duration_minutes: durationOf(values.duration_minutes)!,
    slot_interval_minutes: minutesOf(values.slot_interval_minutes),
    min_notice_minutes: minutesOf(values.min_notice_minutes),
    buffer_before: Number(values.buffer_before),
    buffer_after: Number(values.buffer_after),
    gap_from: minutesOf(values.gap_from),
    gap_minutes: minutesOf(values.gap_minutes),
    return_weeks: minutesOf(values.return_weeks),
    price: priceOf(priceText(values.price))!,
    variants: optionsOf(
      isPriced
        ? values.variants
        : values.variants.map((each) => ({ ...each, price: storedPrice(before.variants, 'id', each) })),
    ),
    addons: optionsOf(values.addons),
    by_professional: byProfessionalOf(
      isPriced
        ? own
        : own
            .map((each) => ({
              ...each,
              price: storedPrice(before.by_professional, 'professional_id', each),
            }))
            .filter(({ minutes, price }) => minutes !== '' || price !== ''),
    ),
    category_id: minutesOf(values.category_id),
  } satisfies FormBody
}

const storedPrice = <Key extends string>(
  list: readonly (Partial<Record<Key, number>> & { price: string })[],
  by: Key,
  each: Partial<Record<Key, number>>,
): string => list.find((one) => one[by] !== undefined && one[by] === each[by])?.price ?? ''

export const byProfessionalOf = (list: Values['by_professional']) =>
  list.map(({ professional_id, minutes, price }) => ({
    professional_id,
    duration_minutes: typedNumber(minutes),
    price: typedNumber(priceText(price)),
  }))
