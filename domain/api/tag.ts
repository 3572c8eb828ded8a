/** A tag of clients in calls. Its rules: domain/tag.ts. */
import { z } from 'zod'
import { TAG_COLOURS, TAG_MAX, tagColourError, tagError, tagLabel } from '../tag.ts'
import { field } from './request.ts'

export const tag = z.object({
  id: z.int(),
  label: z.string(),
  colour: z.int().meta({ description: 'One of those of services, 1 to 16' }),
})
export type Tag = z.output<typeof tag>

const fields = {
  label: field<string>({
    error: tagError,
    read: tagLabel,
    json: { type: 'string', maxLength: TAG_MAX },
  }),
  colour: field<number>({
    error: tagColourError,
    read: Number,
    json: { type: 'integer', minimum: 1, maximum: TAG_COLOURS },
  }),
}
export const tagInput = z.object({ label: fields.label, colour: fields.colour.optional() })
export const tagChanges = z.object(fields).partial()
export type TagInput = z.output<typeof tagInput>
export type TagChanges = z.output<typeof tagChanges>
