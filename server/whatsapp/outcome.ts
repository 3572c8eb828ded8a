import { postpone } from '../messages/outcome.ts'
import type { DueMessage, Outcome } from '../messages/queries.ts'
import { WhatsAppError } from './cloud-api.ts'

/** The number has no WhatsApp. */
export const NO_WHATSAPP = 131026
/** Marketing that the person, or Meta, does not want. */
export const NO_MARKETING = [131049, 131050]
/** Too much at once to one number. */
const TOO_MANY_TO_ONE = 131056
/** Too much at once, in one of its forms. */
const TOO_MANY = [4, 80007, 130429, 131048, TOO_MANY_TO_ONE]
/** What may not be done with the token, or in the account, whatever it is about. */
const isOfAccount = (code: number) => [0, 10, 131005, 131031].includes(code) || (code >= 200 && code < 300)

/** Whether the token or the account is refused: no message gets through until the operator mends it. */
export const isDisconnected = ({ status, code }: WhatsAppError): boolean =>
  code === 190 || status === 401 || (status === 403 && isOfAccount(code))

/** Whether it says nothing of messages to others. */
export const isOfOne = ({ code }: WhatsAppError): boolean => code === TOO_MANY_TO_ONE

/** Whether a refusal is ours to mend: a closed window, or a template. */
export const isOurs = ({ code }: Pick<WhatsAppError, 'code'>): boolean =>
  code === 131047 || (code >= 132000 && code < 133000)

/** Tries again later. One that is given up says nothing of an e-mail's address, which a `reason` is about. */
function again(row: DueMessage, error: Error, now: number): Outcome {
  const outcome = postpone(row, error, now)
  return outcome.state === 'failed' ? { state: 'failed', error: error.message } : outcome
}

/** What follows from a failed attempt. What may have arrived counts as sent: a status may say later what became of it. */
export function outcomeOf(row: DueMessage, error: Error, now: number): Outcome {
  if (!(error instanceof WhatsAppError)) return again(row, error, now)
  if (error.phase === 'after')
    return { state: 'sent', error: `no answer, may not have arrived: ${error.message}` }
  const isBusy = error.status >= 500 || [408, 429].includes(error.status) || TOO_MANY.includes(error.code)
  if (error.phase !== 'answered' || isBusy) return again(row, error, now)
  return { state: 'failed', error: reasonOf(error.code, error.message) }
}

/** As stored with the message: what the owner reads begins with one of these words. */
export function reasonOf(code: number, message: string): string {
  if (code === NO_WHATSAPP) return 'no_whatsapp'
  if (NO_MARKETING.includes(code)) return 'no_marketing'
  return `refused: ${message}`
}
