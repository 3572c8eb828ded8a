/** The cancelling of one appointment, or of several, in calls. */
import { z } from 'zod'
import { MOST_CANCELLED } from '../appointment.ts'
import { cleanText, LIMITS, longText } from '../fields.ts'
import { instant } from './answer.ts'
import { field, flag, formVersion, idParam } from './request.ts'

export const reason = field<string>({
  error: (value) => longText(value, LIMITS.text),
  read: cleanText,
  json: { type: 'string', maxLength: LIMITS.text },
})

export const cancellation = z.object({ cancellation_reason: reason.optional(), ...formVersion })

/** When one of several was, and whose, as it was chosen. */
const chosen = z.object({ id: idParam, starts_at: instant, professional_id: idParam })
export type Chosen = z.output<typeof chosen>

export const asChosen = (most: number) => z.array(chosen).max(most).optional()

export const manyCancellations = z.object({
  ids: z.array(idParam).min(1).max(MOST_CANCELLED),
  chosen: asChosen(MOST_CANCELLED).meta({
    description: 'What was seen of them: one that was moved or passed on since is refused',
  }),
  cancellation_reason: reason.optional(),
  tell_clients: flag('Whether the clients are mailed').default(true),
})

/** One that could not be cancelled, and why. */
export const refusedCancellation = z.object({ id: z.int(), reason: z.string() })
export type RefusedCancellation = z.output<typeof refusedCancellation>
