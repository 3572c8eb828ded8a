/** Reminder messages and what they cost. Specification 000 §9; decisions, Messages and credits. */
import { errorsOf, inputOf, isBlank, numberOf, requiredText, type FieldErrors } from './fields.ts'
import { money } from './money.ts'

/** Free messages per calendar month in the business's time zone; they do not carry over. */
export const FREE_CREDITS_PER_MONTH = 30
/** Bought messages accumulate and never expire. Price in COP. */
export const CREDIT_PACKAGE = { messages: 100, price: 20_000, currency: 'COP' } as const
/** The banner warns at this total or below. */
const LOW_CREDITS = 10

export type Credits = { free_credits: number; paid_credits: number; total_credits: number }

/**
 * Why the balance changed: monthly free messages, a package, a reminder, a refund for one that was not
 * sent, or the end of a month's free messages.
 */
export type MovementReason = 'monthly' | 'package' | 'reminder' | 'returned' | 'expired'

/** Both kinds and their sum; never negative. */
export function creditsOf(free: number, paid: number): Credits {
  const [free_credits, paid_credits] = [Math.max(0, free), Math.max(0, paid)]
  return { free_credits, paid_credits, total_credits: free_credits + paid_credits }
}

/**
 * Which credit the next message uses, free ones first; undefined when there is none and nothing can be sent.
 */
export function nextCredit(
  credits: Pick<Credits, 'free_credits' | 'paid_credits'>,
): 'free' | 'paid' | undefined {
  if (credits.free_credits > 0) return 'free'
  return credits.paid_credits > 0 ? 'paid' : undefined
}

/** The dashboard's banner: red at 0, a warning at 10 or fewer. */
export function creditBanner(total: number): 'none' | 'warning' | 'danger' {
  if (total <= 0) return 'danger'
  return total <= LOW_CREDITS ? 'warning' : 'none'
}

/** '100 mensajes por $ 20.000' */
export function packageText(): string {
  return `${CREDIT_PACKAGE.messages} mensajes por ${money(CREDIT_PACKAGE.price, CREDIT_PACKAGE.currency)}`
}

/** The number of packages to grant: 1 when missing; undefined when it is not a number. */
export const packagesOf = (value: unknown): number | undefined => (isBlank(value) ? 1 : numberOf(value))

/** Errors of the number of packages and of the payment reference, in that order. */
export function packageErrors(input: unknown): FieldErrors {
  const form = inputOf(input)
  const packages = packagesOf(form['packages'])
  const isPossible = packages && Number.isInteger(packages) && packages >= 1 && packages <= 100
  return errorsOf({
    packages: isPossible ? undefined : 'La cantidad de paquetes debe estar entre 1 y 100',
    reference: requiredText(form['reference'], 'La referencia del pago es requerida'),
  })
}
