/** The photos of a card in calls. Their limits: domain/card-file.ts. */
import { z } from 'zod'
import { FILE_KINDS } from '../card-file.ts'
import { instant, textOrNull } from './answer.ts'

export const cardFile = z.object({
  id: z.int(),
  kind: z.enum(FILE_KINDS),
  width: z.int().meta({ description: 'Of the largest size, in pixels' }),
  written_by: textOrNull.meta({ description: 'The name of the person' }),
  is_own: z.boolean(),
  at: instant,
})
export type CardFile = z.output<typeof cardFile>
