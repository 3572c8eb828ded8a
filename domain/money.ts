/** Amounts for people. Server and browser must produce identical text, hence our own formatter. */

export const DEFAULT_CURRENCY = 'COP'
/** The largest price that can be stored, numeric(12,2). */
export const MAX_PRICE = 9_999_999_999.99

type Style = { before?: string; after?: string; decimals: 0 | 2; point?: '.' }

const STYLES: Record<string, Style> = {
  COP: { before: '$ ', decimals: 0 },
  EUR: { after: ' €', decimals: 2 },
  USD: { before: 'US$ ', decimals: 2 },
  MXN: { before: '$ ', decimals: 2, point: '.' },
  ARS: { before: '$ ', decimals: 2 },
}

/** The currencies a business can choose: those of the offered time zones. */
export const CURRENCIES = Object.keys(STYLES)

/** (55000) → '$ 55.000'; (45.5, 'EUR') → '45,50 €'; (12.5, 'USD') → 'US$ 12,50'; others: '12,50 PEN'. */
export function money(amount: number, currency: string = DEFAULT_CURRENCY): string {
  const {
    before = '',
    after = '',
    decimals,
    point,
  }: Style = STYLES[currency] ?? { decimals: 2, after: ` ${currency}` }
  const [whole = '0', cents] = roundTo(Math.abs(amount), decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, point === '.' ? ',' : '.')
  const digits = cents ? grouped + (point ?? ',') + cents : grouped
  // A loss smaller than half a unit is written without a sign, like 0.
  return `${amount < 0 && /[1-9]/.test(digits) ? '-' : ''}${before}${digits}${after}`
}

/** Rounds half up, as people do; plain toFixed turns 1.005 into 1.00. */
function roundTo(amount: number, decimals: 0 | 2): string {
  const factor = 10 ** decimals
  return (Math.round(amount * factor * (1 + Number.EPSILON)) / factor).toFixed(decimals)
}

export const PRICE_KINDS = ['from', 'fixed', 'free', 'ask'] as const
/** What a price says: 'Desde', the price itself, 'Gratis' or 'A convenir'. The last two have none. */
export type PriceKind = (typeof PRICE_KINDS)[number]

/** 'Desde $ 55.000*', the price on a service's card; 'Gratis' for 0, '$ 55.000' when it is fixed, or 'A convenir'. */
export function fromPrice(
  amount: number,
  currency: string = DEFAULT_CURRENCY,
  kind: PriceKind = 'from',
): string {
  if (kind === 'ask') return 'A convenir'
  if (amount === 0) return 'Gratis'
  return kind === 'fixed' ? money(amount, currency) : `Desde ${money(amount, currency)}*`
}

/** Whether nobody said yet what it costs. */
export const isOpenPrice = (amount: number, kind: PriceKind): boolean => kind === 'ask' && amount === 0

/** '$ 55.000' for the business itself; 'A convenir' while nobody said what it costs. */
export const ownPrice = (amount: number, currency: string, kind: PriceKind): string =>
  isOpenPrice(amount, kind) ? 'A convenir' : money(amount, currency)

/** The same for whoever pays it: nothing is 'Gratis'. */
export const agreedPrice = (amount: number, currency: string, kind: PriceKind): string =>
  amount === 0 && kind !== 'ask' ? 'Gratis' : ownPrice(amount, currency, kind)

/** A number from 0 to 9,999,999,999.99 with at most two decimals. */
export function isPrice(value: unknown): value is number {
  // The shortest text of a number shows its decimals without the noise of binary fractions.
  return typeof value === 'number' && /^\d{1,10}(\.\d{1,2})?$/.test(String(value))
}
