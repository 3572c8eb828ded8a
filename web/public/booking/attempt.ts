import * as delivery from '../../ui/delivery/deliver.ts'
import type { Client } from './client/client.ts'
import type { WholeChoice } from '../business/types.ts'

export type { Answer } from '../../ui/delivery/deliver.ts'
export { newKey } from '../../ui/delivery/new-key.ts'

/** One press on 'Confirmar Cita': the booking and the idempotency key under which it is sent. */
export interface Attempt extends delivery.Attempt {
  choice: WholeChoice
  client: Client
  payload: { business_id: number; recaptcha_token: string }
  /** When it was last sent by a press, in epoch milliseconds of this device. */
  at: number
  /** It was answered with an error of the server, and its sender was told. */
  isFailed?: boolean
  /** Other details went under its key too, and nobody knows which of them stand. */
  isCorrected?: boolean
}

/** Sends a booking until there is a definite answer. */
export const deliver = (
  attempt: Attempt,
  onLost: (retryNow: () => void) => void,
  renewed: () => Promise<object>,
) =>
  delivery.deliver(
    `/api/appointments/public${attempt.client.known ? '/returning' : ''}`,
    attempt,
    onLost,
    renewed,
  )
