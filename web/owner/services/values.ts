import type { Body } from '#domain/api/calls.ts'
import { priceText } from '#domain/price-input.ts'
import { durationOf, priceOf } from '#domain/service.ts'
import type { Service } from '#domain/api/service.ts'

const textOf = (minutes: number | null | undefined) =>
  minutes === null || minutes === undefined ? '' : String(minutes)
const minutesOf = (text: string) => (text === '' ? null : Number(text))

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
  price: service ? String(service.price) : '',
  is_active: service?.is_active ?? true,
})
export type Values = ReturnType<typeof valuesOf>

/** All fields that the form sends; the picture is uploaded separately. A missing field does not compile. */
type FormBody = Required<
  Omit<
    Body<'POST /api/services'>,
    | 'image_url'
    | 'variants'
    | 'addons'
    | 'by_professional'
    | 'category_id'
    | 'is_hidden'
    | 'is_bookable_online'
    | 'price_kind'
  >
>

/** The form's values as a request body: an empty duration is the default, an empty price 0. */
export const bodyOf = (values: Values) =>
  ({
    ...values,
    // The rule has already refused anything that is not a number.
    duration_minutes: durationOf(values.duration_minutes)!,
    slot_interval_minutes: minutesOf(values.slot_interval_minutes),
    min_notice_minutes: minutesOf(values.min_notice_minutes),
    buffer_before: Number(values.buffer_before),
    buffer_after: Number(values.buffer_after),
    gap_from: minutesOf(values.gap_from),
    gap_minutes: minutesOf(values.gap_minutes),
    price: priceOf(priceText(values.price))!,
  }) satisfies FormBody
