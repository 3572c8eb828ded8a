import type { Answer } from '#domain/api/calls.ts'
import { currencyFor } from '#domain/prices.ts'

const PATIENCE_MS = 4000

/** Shows prices in dollars to visitors outside Colombia. They are far down, so nobody sees them change. */
export async function showCurrency(page: Document, signal: AbortSignal) {
  const country = await countryOf().catch(() => null)
  if (signal.aborted || currencyFor(country, country ? undefined : timeZone()) === 'COP') return
  for (const text of page.querySelectorAll<HTMLElement>('[data-usd]')) text.textContent = text.dataset.usd!
}

async function countryOf(): Promise<string | null> {
  const response = await fetch('/api/location/country', { signal: AbortSignal.timeout(PATIENCE_MS) })
  const { country_code = null }: Partial<Answer<'GET /api/location/country'>> = await response.json()
  return country_code
}

/** Temporal, where available, saves creating a formatter, which costs a cheap phone a tenth of a second. */
const timeZone = (): string =>
  typeof Temporal === 'undefined'
    ? Intl.DateTimeFormat().resolvedOptions().timeZone
    : Temporal.Now.timeZoneId()
