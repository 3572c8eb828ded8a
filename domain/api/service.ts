/** A service in calls. Its rules: domain/service.ts. */
import { z } from 'zod'
import { cleanText, isBlank, LIMITS, numberOf } from '../fields.ts'
import { BUFFER_MAX, BUFFER_STEP } from '../occupied.ts'
import { NOTICE_MAX, SLOT_INTERVALS } from '../limits.ts'
import { DURATION_MAX, DURATION_MIN, DURATION_STEP, durationOf, priceOf, SERVICE_RULES } from '../service.ts'
import { DEFAULT_DURATION_MINUTES } from '../slots.ts'
import { textOrNull, version } from './answer.ts'
import { field, flag, formVersion } from './request.ts'

/** A service as the owner gets it. */
export const service = z.object({
  id: z.int(),
  business_id: z.int(),
  service_name: z.string(),
  description: textOrNull,
  duration_minutes: z.int(),
  slot_interval_minutes: z.int().nullable().meta({ description: 'Of its starts; null: as the business' }),
  min_notice_minutes: z.int().nullable().meta({ description: 'For customers; null: as the business' }),
  buffer_before: z.int().meta({ description: 'Minutes taken before it' }),
  buffer_after: z.int().meta({ description: 'Minutes taken after it' }),
  gap_from: z.int().nullable().meta({ description: 'From this minute of it on the professional is free' }),
  gap_minutes: z.int().nullable().meta({ description: 'For so many minutes' }),
  price: z.number(),
  image_url: textOrNull,
  is_active: z.boolean(),
  position: z.int().meta({ description: 'The list is in this order' }),
  version,
})

/** A service that can be booked, as everybody gets it. */
export const publicService = service.pick({
  id: true,
  service_name: true,
  description: true,
  duration_minutes: true,
  price: true,
  image_url: true,
})

/** Whole minutes, or null. */
const blankable = (
  name: 'slot_interval_minutes' | 'min_notice_minutes' | 'gap_from' | 'gap_minutes',
  json: object,
) =>
  field<number | null, number | string | null>({
    error: SERVICE_RULES[name],
    read: (value) => (isBlank(value) ? null : numberOf(value)!),
    json: { type: 'integer', ...json },
  })

const buffer = (name: 'buffer_before' | 'buffer_after') =>
  field<number, number | string>({
    error: SERVICE_RULES[name],
    read: (value) => (isBlank(value) ? 0 : numberOf(value)!),
    json: { type: 'integer', minimum: 0, maximum: BUFFER_MAX, multipleOf: BUFFER_STEP },
  })

const fields = {
  service_name: field<string>({
    error: SERVICE_RULES.service_name,
    read: cleanText,
    json: { type: 'string', maxLength: LIMITS.name },
  }),
  duration_minutes: field<number, number | string>({
    error: SERVICE_RULES.duration_minutes,
    read: (value) => durationOf(value)!,
    json: { type: 'integer', minimum: DURATION_MIN, maximum: DURATION_MAX, multipleOf: DURATION_STEP },
  }),
  slot_interval_minutes: blankable('slot_interval_minutes', { enum: SLOT_INTERVALS }),
  min_notice_minutes: blankable('min_notice_minutes', { minimum: 0, maximum: NOTICE_MAX }),
  buffer_before: buffer('buffer_before'),
  buffer_after: buffer('buffer_after'),
  gap_from: blankable('gap_from', { multipleOf: BUFFER_STEP }),
  gap_minutes: blankable('gap_minutes', { multipleOf: BUFFER_STEP }),
  price: field<number, number | string>({
    error: SERVICE_RULES.price,
    read: (value) => priceOf(value)!,
    json: { type: 'number', minimum: 0 },
  }),
  description: field<string | null>({
    error: SERVICE_RULES.description,
    read: (value) => cleanText(value) || null,
    json: { type: 'string', maxLength: LIMITS.text },
  }),
  image_url: field<string | null>({
    error: SERVICE_RULES.image_url,
    read: (value) => cleanText(value) || null,
    json: { type: 'string', maxLength: LIMITS.url, description: 'null removes it' },
  }),
  is_active: flag('Whether it can be booked'),
}

/** A whole service, new or changed; a missing picture or state stays. */
export const serviceInput = z.object({
  ...fields,
  duration_minutes: fields.duration_minutes.default(DEFAULT_DURATION_MINUTES),
  slot_interval_minutes: fields.slot_interval_minutes.default(null),
  min_notice_minutes: fields.min_notice_minutes.default(null),
  buffer_before: fields.buffer_before.default(0),
  buffer_after: fields.buffer_after.default(0),
  gap_from: fields.gap_from.default(null),
  gap_minutes: fields.gap_minutes.default(null),
  price: fields.price.default(0),
  description: fields.description.default(null),
  image_url: fields.image_url.optional(),
  is_active: fields.is_active.optional(),
})

/** The changed fields of a service; missing ones stay. */
export const serviceChanges = z.object(fields).partial().extend(formVersion)

export type Service = z.output<typeof service>
export type ServiceInput = z.output<typeof serviceInput>
export type ServiceChanges = z.output<typeof serviceChanges>
