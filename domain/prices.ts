/** How prices are shown to visitors of the landing page. Specification 000 §2, §7, §9. */
import { money } from './money.ts'

/** Pesos per dollar, for display only: nothing is charged in dollars. */
export const USD_TO_COP = 4200

/** The price range in the landing page's structured data. */
export const LISTED_PRICES = { low: 29, high: 99, currency: 'COP' } as const

export type ShownCurrency = 'COP' | 'USD'

/**
 * The currency for a visitor: pesos in Colombia ('CO'), dollars in any other country. The browser's time
 * zone decides when the country is unknown.
 */
export function currencyFor(country: string | null | undefined, timezone: string | undefined): ShownCurrency {
  const isColombian = country ? country.toUpperCase() === 'CO' : timezone === 'America/Bogota'
  return isColombian ? 'COP' : 'USD'
}

/** (20000, 'COP') → '$ 20.000'; (20000, 'USD') → 'US$ 4,76'; zero is 'US$ 0'. */
export function shownPrice(cop: number, currency: ShownCurrency): string {
  if (currency === 'COP') return money(cop, 'COP')
  return cop === 0 ? 'US$ 0' : money(cop / USD_TO_COP, 'USD')
}
