/** What sending a booking needs, apart from the first script: loaded with the steps after the choice. */
import { whereToAsk } from '#domain/choice.ts'
import { FOUR_SECONDS, toast } from '../../ui/toast.tsx'
import { forgetVerification, isStillGood, verificationToken } from '../../ui/verification.ts'
import { type Answer, type Attempt, deliver, newKey } from './attempt.ts'
import type { Site } from '../../context.ts'
import type { Choice, WholeChoice } from '../business/types.ts'
import type { Client } from './client/client.ts'
import { type Booked, payloadOf } from './client/payload.ts'
import { linksOf } from './done/links.ts'
import { sentTo } from './sent-before/record.ts'
import { hasEmail, isOf, isSameClient, type Unresolved } from './unresolved.ts'

export { linksOf }

/** The server reads this as "could not be checked". */
const FALLBACK_TOKEN = 'fallback-token'

/** The proof that a person books; empty when the provider gives none. */
export const proof = (verification: Site['verification']): Promise<string> =>
  verificationToken(verification, 'booking').catch(() => FALLBACK_TOKEN)

/**
 * A new attempt, or one more under the key of the one before at the same time, of which nobody knows what became. Also with
 * other details, or from a tab that is closed: whichever came first stands, and the same person is not booked twice.
 */
export function attemptFor(
  before: Unresolved | undefined,
  business: Booked,
  choice: WholeChoice,
  client: Client,
  token: string,
): Attempt {
  const payload = payloadOf(business, choice, client, token)
  const elsewhere = before ? undefined : sentTo(business.id).find(choice, client)
  const isCorrected = before
    ? before.isCorrected || !isSameClient(before.client, client)
    : elsewhere !== undefined
  return {
    key: (before ?? elsewhere)?.key ?? newKey(),
    choice,
    client,
    payload,
    at: Date.now(),
    ...(isCorrected && { isCorrected }),
  }
}

/**
 * Sends it until there is an answer; a proof is good for one, and not for long.
 * @param isRepeated It may have been sent before this page was loaded.
 */
export async function sent(
  attempt: Attempt,
  verification: Site['verification'],
  isRepeated: boolean,
  onLost: (retryNow: () => void) => void,
): Promise<Answer> {
  const { payload, at } = attempt
  async function renewed(): Promise<Attempt['payload']> {
    if (isStillGood(verification, at)) return payload
    const token = await proof(verification)
    return token ? { ...payload, recaptcha_token: token } : payload
  }
  const first = isRepeated ? { ...attempt, payload: await renewed() } : attempt
  const record = sentTo(payload.business_id)
  record.put(attempt)
  const answer = await deliver(first, onLost, renewed)
  if (answer.body.success) record.booked(attempt.key)
  else if (answer.status < 500 && answer.status !== 429) record.drop(attempt.key)
  // Whatever the answer, it may be spent: another booking needs another one.
  forgetVerification()
  // Taken by the same person in another tab: whoever is offered other times would book twice.
  if (answer.status === 409 && (await linksOf(payload.business_id, Date.now()).isBooked(attempt.choice)))
    return { status: 409, body: { error: OWN } }
  return answer
}

const OWN = 'Esa hora ya la reservaste tú: tu cita está en pie.'

/** Of a booking that was answered after its client had changed the details. */
export const sayBooked = () => void toast.success('¡Cita agendada exitosamente!', FOUR_SECONDS)

export function sayFormer() {
  const text = 'Tu cita quedó con los datos de antes de tu cambio. Avísale al negocio si no son correctos.'
  toast.error(text, FOUR_SECONDS)
}

/** Of a confirmation that this browser knows nothing of. */
export const sayGone = () =>
  void toast.error('Ya no podemos mostrar esa confirmación. Búscala en tu correo.', FOUR_SECONDS)

export function sayUnproved() {
  toast.error('Error en la verificación de seguridad. Intenta nuevamente.', FOUR_SECONDS)
}

/**
 * The toasts of an attempt that failed, by which they can be dismissed. Whoever hears a definite reason is not told to try the
 * same again.
 */
export function sayFailure(sentence: string, isDefinite: boolean): number[] {
  const general = 'Ocurrió un error al agendar la cita. Por favor, inténtalo nuevamente.'
  return [...(isDefinite ? [] : [general]), sentence].map((text) => toast.error(text, FOUR_SECONDS))
}

export const IN_DOUBT =
  'No supimos si esta cita quedó agendada. Si la confirmas otra vez, se agenda una sola vez.'
const CORRECTED = `${IN_DOUBT} Si ya lo estaba, queda con los datos que diste antes.`
const ANOTHER = 'Tu cita anterior puede haber quedado agendada: '

/** What is in doubt before it is sent: whether and with which details it is booked already, and what became of another one. */
export function doubtOf(all: Unresolved[], next: Choice, client: Client): string | undefined {
  const isThis = isOf(next, client)
  const before = all.find(isThis)
  const other = all.filter((one) => !isThis(one)).at(-1)
  const said = [
    before && (isSameClient(before.client, client) ? IN_DOUBT : CORRECTED),
    other && `${ANOTHER}${whereToAsk(hasEmail(other.client))}.`,
  ]
  return said.filter(Boolean).join(' ') || undefined
}

/** What an attempt that failed was answered with, and what is in doubt since, unless that was final. */
export const failureOf = (sentence: string, { key, choice, client }: Attempt, all: Unresolved[]): string =>
  failedIn(sentence, all.some((one) => one.key === key) ? doubtOf(all, choice, client) : undefined)

export const failedIn = (sentence: string, doubt: string | undefined): string =>
  doubt ? `${sentence.replace(/[\p{L}\d)»]$/u, '$&.')} ${doubt}` : sentence
