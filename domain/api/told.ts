/** What an appointment's client was told, and what came back, in calls. Its words: domain/told.ts. */
import { z } from 'zod'
import { CHANNEL_LABELS, TOLD_KINDS, TOLD_STATES, type ToldChannel } from '../told.ts'
import { instant, textOrNull } from './answer.ts'

export const toldMessage = z.object({
  id: z.int(),
  kind: z.enum(TOLD_KINDS),
  channel: z.enum(Object.keys(CHANNEL_LABELS) as [ToldChannel, ...ToldChannel[]]),
  state: z.enum(TOLD_STATES).meta({ description: 'Of mails nobody knows more than that they were sent' }),
  reason: textOrNull.meta({ description: 'Why it did not arrive or was not sent, to show' }),
  at: instant.meta({ description: 'Since when that is so; of one that waits, when it is to go' }),
  manual: z.boolean().meta({ description: 'Sent by hand, from the business’s own WhatsApp' }),
  sent_by: textOrNull.meta({ description: 'By hand: who, unless it was you' }),
})
export type ToldMessage = z.output<typeof toldMessage>

export const clientReply = z.object({
  id: z.int(),
  text: textOrNull.meta({
    description:
      'Null for what is no text: a voice message, a picture. Of a tap that could not be answered, what it wanted',
  }),
  at: instant,
})
export type ClientReply = z.output<typeof clientReply>
