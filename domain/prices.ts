/** How prices are shown to who does not know the product yet. Specification 000 §2, §7, §9. */
import { money } from './money.ts'

/** Pesos for a dollar: for display only, nothing is charged in dollars. */
export const USD_TO_COP = 4200

/** The range of prices that the landing page's structured data names. */
export const LISTED_PRICES = { low: 29, high: 99, currency: 'COP' } as const

export type ShownCurrency = 'COP' | 'USD'

/**
 * The currency for a visitor: pesos in Colombia ('CO'), dollars in any other country. Where the country is not known,
 * the browser's time zone decides.
 */
export function currencyFor(country: string | null | undefined, timezone: string | undefined): ShownCurrency {
  const isColombian = country ? country.toUpperCase() === 'CO' : timezone === 'America/Bogota'
  return isColombian ? 'COP' : 'USD'
}

/** (20000, 'COP') → '$ 20.000'; (20000, 'USD') → 'US$ 4,76'; nothing costs 'US$ 0'. */
export function shownPrice(cop: number, currency: ShownCurrency): string {
  if (currency === 'COP') return money(cop, 'COP')
  return cop === 0 ? 'US$ 0' : money(cop / USD_TO_COP, 'USD')
}
