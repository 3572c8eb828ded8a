/** A professional in calls. Their rules: domain/professional.ts. */
import { z } from 'zod'
import { WEIGHT_MAX } from '../assignment.ts'
import { cleanText, isBlank, LIMITS, numberOf } from '../fields.ts'
import { normalisePhone } from '../phone.ts'
import { DAILY_LIMIT_MAX, PROFESSIONAL_RULES, SPECIALTIES_MAX } from '../professional.ts'
import { keysOf, textOrNull, version } from './answer.ts'
import { field, flag, formVersion } from './request.ts'

/** A professional as the owner gets them; `has_schedule` is computed, all else is stored. */
export const storedProfessional = z.object({
  id: z.int(),
  business_id: z.int(),
  professional_name: z.string(),
  avatar_url: textOrNull,
  specialties: textOrNull.meta({ description: 'JSON text: ids of services; null or other text means all' }),
  phone: textOrNull,
  email: textOrNull,
  bio: textOrNull,
  daily_limit: z
    .int()
    .nullable()
    .meta({ description: 'How many appointments customers may book on one date; null: as many as fit' }),
  is_active: z.boolean(),
  weight: z.int().meta({ description: 'Share of the appointments without preference; 0: none of them' }),
  version,
})
export const professional = storedProfessional.extend({
  has_schedule: z.int().meta({ description: 'Days in the own schedule; 0 follows the business' }),
})

const publicColumns = storedProfessional.pick({
  id: true,
  professional_name: true,
  avatar_url: true,
  is_active: true,
  business_id: true,
  specialties: true,
})
/** A professional who can be booked, as everybody gets them. */
export const publicProfessional = publicColumns.extend({
  is_assigned: z.boolean().meta({ description: "Whether whoever books with 'any' may get them" }),
})
/** The stored ones of these; `is_assigned` follows from the weight. */
export const publicProfessionalColumns = keysOf(publicColumns)

const textOf = (value: unknown) => cleanText(value) || null
const fields = {
  professional_name: field<string>({
    error: PROFESSIONAL_RULES.professional_name,
    read: cleanText,
    json: { type: 'string', maxLength: LIMITS.name },
  }),
  email: field<string | null>({
    error: PROFESSIONAL_RULES.email,
    read: textOf,
    json: { type: 'string', format: 'email', maxLength: LIMITS.email },
  }),
  phone: field<string | null>({
    error: PROFESSIONAL_RULES.phone,
    read: (value) => normalisePhone(value) ?? null,
    json: { type: 'string', description: "Country code and digits, as '+573001234567'" },
  }),
  bio: field<string | null>({
    error: PROFESSIONAL_RULES.bio,
    read: textOf,
    json: { type: 'string', maxLength: LIMITS.text },
  }),
  specialties: field<string | null>({
    error: PROFESSIONAL_RULES.specialties,
    read: textOf,
    json: {
      type: 'string',
      maxLength: SPECIALTIES_MAX,
      description: 'JSON text: ids of services; null: all',
    },
  }),
  avatar_url: field<string | null>({
    error: PROFESSIONAL_RULES.avatar_url,
    read: textOf,
    json: { type: 'string', maxLength: LIMITS.url, description: 'null removes it' },
  }),
  daily_limit: field<number | null, number | string | null>({
    error: PROFESSIONAL_RULES.daily_limit,
    read: (value) => (isBlank(value) ? null : numberOf(value)!),
    json: { type: 'integer', minimum: 1, maximum: DAILY_LIMIT_MAX, description: 'null: as many as fit' },
  }),
  is_active: flag('Whether they can be booked'),
  weight: field<number, number | string>({
    error: PROFESSIONAL_RULES.weight,
    read: Number,
    json: { type: 'integer', minimum: 0, maximum: WEIGHT_MAX, description: '1 by default' },
  }),
}

/** A whole professional, new or changed; a missing picture or state stays. */
export const professionalInput = z.object({
  ...fields,
  email: fields.email.default(null),
  phone: fields.phone.default(null),
  bio: fields.bio.default(null),
  specialties: fields.specialties.default(null),
  avatar_url: fields.avatar_url.optional(),
  daily_limit: fields.daily_limit.optional(),
  is_active: fields.is_active.optional(),
  weight: fields.weight.optional(),
})

/** The changed fields of a professional; missing ones stay. */
export const professionalChanges = z.object(fields).partial().extend(formVersion)

export type Professional = z.output<typeof professional>
export type ProfessionalInput = z.output<typeof professionalInput>
export type ProfessionalChanges = z.output<typeof professionalChanges>
