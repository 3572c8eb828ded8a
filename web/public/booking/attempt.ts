import * as delivery from '../../ui/deliver.ts'
import type { Client } from './client.ts'
import type { Choice } from './types.ts'

export { type Answer, newKey } from '../../ui/deliver.ts'

/** One press on 'Confirmar Cita': what is sent, under the key by which the server knows it again. */
export interface Attempt extends delivery.Attempt {
  choice: Required<Choice>
  client: Client
  payload: { business_id: number }
}

/** Sends a booking until there is a definite answer. */
export const deliver = (attempt: Attempt, onLost: (retryNow: () => void) => void) =>
  delivery.deliver('/api/appointments/public', attempt, onLost)
