import { ownPriceError } from '#domain/counter.ts'
import { minutesOf } from '#domain/dates.ts'
import { money } from '#domain/money.ts'
import type { Offer } from '../form/offer.ts'
import type { Values } from '../form/values.ts'

/** As good as now: what was sent a while ago, and is sent again. */
const NEAR = 5

/** 'Empezar ahora · $ 25.000'; what is typed may have begun long before. */
export function startText(
  { appointment_time: time, price, variant_id }: Values,
  { offered, terms }: Offer,
  currency: string,
  /** The present minute. */
  minute: number,
): string {
  const own = price.trim().replace(',', '.')
  const isOpen = offered && offered.variants.length > 0 && variant_id === ''
  const usual = isOpen ? undefined : terms?.cost
  const cost = own !== '' && ownPriceError(own) === undefined ? money(Number(own), currency) : usual
  const isNow = time !== '' && Math.abs(minutesOf(time) - minute) < NEAR
  return [isNow ? 'Empezar ahora' : 'Crear cita', cost].filter(Boolean).join(' · ')
}
