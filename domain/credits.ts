/** Reminder messages and what they cost. Specification 000 §9; decisions, Messages and credits. */
import { money } from './money.ts'

/** Free messages per calendar month of the business's zone; not carried over. */
export const FREE_CREDITS_PER_MONTH = 30
/** Bought messages accumulate and never expire. Price in COP. */
export const CREDIT_PACKAGE = { messages: 100, price: 20_000, currency: 'COP' } as const
/** At this total or fewer the banner warns. */
const LOW_CREDITS = 10

export type Credits = { free_credits: number; paid_credits: number; total_credits: number }

/** Why the balance changed: the month's free messages, a package, a reminder, or the return of one that was not sent. */
export type MovementReason = 'monthly' | 'package' | 'reminder' | 'returned'

/** Both kinds and their sum, never below 0. */
export function creditsOf(free: number, paid: number): Credits {
  const [free_credits, paid_credits] = [Math.max(0, free), Math.max(0, paid)]
  return { free_credits, paid_credits, total_credits: free_credits + paid_credits }
}

/** Which credit the next message uses: free first; undefined when there is none and nothing is sent. */
export function nextCredit(
  credits: Pick<Credits, 'free_credits' | 'paid_credits'>,
): 'free' | 'paid' | undefined {
  if (credits.free_credits > 0) return 'free'
  return credits.paid_credits > 0 ? 'paid' : undefined
}

/** The dashboard's banner: red at 0, warning at 10 or fewer. */
export function creditBanner(total: number): 'none' | 'warning' | 'danger' {
  if (total <= 0) return 'danger'
  return total <= LOW_CREDITS ? 'warning' : 'none'
}

/** '100 mensajes por $ 20.000' */
export function packageText(): string {
  return `${CREDIT_PACKAGE.messages} mensajes por ${money(CREDIT_PACKAGE.price, CREDIT_PACKAGE.currency)}`
}
