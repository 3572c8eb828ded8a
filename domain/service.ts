/** A service that can be booked. Specification 000 §3, §5, §9. */
import type { FieldErrors } from './fields.ts'
import { errorsBy, inputOf, isBlank, longText, numberOf, requiredText, urlError } from './fields.ts'
import { bufferError, gapError, gapErrors } from './occupied.ts'
import { noticeError, slotIntervalError } from './limits.ts'
import { isPrice, MAX_PRICE, money, PRICE_KINDS } from './money.ts'
import { DEFAULT_DURATION_MINUTES } from './slots.ts'
import { returnWeeksError } from './recall.ts'

export const DURATION_MIN = 15
export const DURATION_STEP = 15
/** Half a day: a longer service does not fit into a day's hours. */
export const DURATION_MAX = 720
/** The calendar colours that services take in turn, classes t1 to t16. */
const PALETTES = 16

/** Minutes: 60 when missing; undefined when it is not a number. */
export function durationOf(value: unknown): number | undefined {
  return isBlank(value) ? DEFAULT_DURATION_MINUTES : numberOf(value)
}

/** The price: 0 when missing; undefined when it is not a number. */
export function priceOf(value: unknown): number | undefined {
  return isBlank(value) ? 0 : numberOf(value)
}

/** The error of each field; only the name is required. */
export const SERVICE_RULES = {
  service_name: (value: unknown) => requiredText(value, 'El nombre del servicio es requerido'),
  duration_minutes: durationError,
  price: priceError,
  description: (value: unknown) => longText(value),
  // Blank: as the business.
  slot_interval_minutes: (value: unknown) =>
    isBlank(value) ? undefined : slotIntervalError(numberOf(value)),
  min_notice_minutes: (value: unknown) => (isBlank(value) ? undefined : noticeError(value)),
  buffer_before: bufferError,
  buffer_after: bufferError,
  gap_from: gapError,
  gap_minutes: gapError,
  return_weeks: returnWeeksError,
  image_url: urlError,
  price_kind: (value: unknown) =>
    value === undefined || PRICE_KINDS.some((kind) => kind === value)
      ? undefined
      : 'Ese tipo de precio no existe',
}

/** Errors of all fields that a form sends. */
export function serviceErrors(input: unknown): FieldErrors {
  const form = inputOf(input)
  const minutes = (value: unknown) => (isBlank(value) ? null : numberOf(value))
  const gap = gapErrors(
    durationOf(form['duration_minutes']),
    minutes(form['gap_from']),
    minutes(form['gap_minutes']),
  )
  return { ...gap, ...unpricedError(form), ...errorsBy(SERVICE_RULES, form) }
}

/** What is free, or whose price is agreed on, has no price. */
export function unpricedError(form: { price?: unknown; price_kind?: unknown }): FieldErrors {
  const isUnpriced = form.price_kind === 'free' || form.price_kind === 'ask'
  return isUnpriced && (priceOf(form.price) ?? 0) > 0
    ? { price: 'Un servicio gratis o a convenir no lleva precio' }
    : {}
}

function durationError(value: unknown): string | undefined {
  const minutes = durationOf(value)
  if (minutes === undefined) return 'La duración debe ser un número de minutos'
  if (minutes < DURATION_MIN) return 'La duración mínima es 15 minutos'
  if (minutes % DURATION_STEP !== 0) return 'La duración debe ir de 15 en 15 minutos'
  return minutes > DURATION_MAX ? `La duración máxima es ${DURATION_MAX} minutos` : undefined
}

/** Error of an optional price; also used for an appointment's `actual_price`. */
export function priceError(value: unknown): string | undefined {
  const price = priceOf(value)
  if (price === undefined) return 'El precio debe ser un número'
  if (price < 0) return 'El precio no puede ser negativo'
  if (price > MAX_PRICE) return `El precio no puede superar ${money(MAX_PRICE)}`
  return isPrice(price) ? undefined : 'El precio puede tener máximo 2 decimales'
}

/** The palette class number, 1 to 16, of the service at a position of the list (0 first). */
export function paletteOf(position: number): number {
  return (position % PALETTES) + 1
}
