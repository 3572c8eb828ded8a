/** Notes on a client's health in calls. Their rules: domain/card.ts and domain/health.ts. */
import { z } from 'zod'
import { cleanText } from '../fields.ts'
import { RESPONSIBLE_MAX, responsibleError } from '../health.ts'
import { instant, textOrNull } from './answer.ts'
import { noteInput } from './card.ts'
import { field, yes } from './request.ts'

export const healthNote = z.object({
  id: z.int(),
  body: textOrNull.meta({ description: 'Null: sealed with a key that the server does not have' }),
  written_by: textOrNull.meta({ description: 'The name of the person' }),
  is_own: z.boolean(),
  at: instant,
})
export type HealthNote = z.output<typeof healthNote>

export const healthConsent = z
  .object({
    at: instant,
    responsible: textOrNull.meta({ description: 'Who agreed for a client under age' }),
  })
  .nullable()
  .meta({ description: 'Since when the client agrees; null: does not' })

export const healthNoteInput = noteInput.extend({
  agreed: yes('That the client expressly agreed; needed once, for as long as they agree').default(false),
  responsible: field<string>({
    error: responsibleError,
    read: cleanText,
    json: {
      type: 'string',
      maxLength: RESPONSIBLE_MAX,
      description: 'Who agreed in place of a client under 18; needed with `agreed`, and kept of nobody else',
    },
  }).default(''),
})
