import { priceText } from '#domain/price-input.ts'
import { durationOf, priceOf } from '#domain/service.ts'
import type { Service } from './types.ts'

/** A service as its form shows it; of a new one, what forms start with. */
export const valuesOf = (service: Service | undefined) => ({
  service_name: service?.service_name ?? '',
  description: service?.description ?? '',
  duration_minutes: String(durationOf(service?.duration_minutes)),
  price: service ? String(service.price) : '',
  is_active: service?.is_active ?? true,
})
export type Values = ReturnType<typeof valuesOf>

/** What the form's values mean: an empty duration is the usual one, an empty price is nothing. */
export const bodyOf = (values: Values) => ({
  ...values,
  duration_minutes: durationOf(values.duration_minutes),
  price: priceOf(priceText(values.price)),
})
