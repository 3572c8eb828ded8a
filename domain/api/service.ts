/** A service in calls. Its rules: domain/service.ts. */
import { z } from 'zod'
import { cleanText, idOf, isBlank, LIMITS, numberOf } from '../fields.ts'
import { PRICE_KINDS, type PriceKind } from '../money.ts'
import { BUFFER_MAX, BUFFER_STEP } from '../occupied.ts'
import {
  addonsError,
  byProfessionalError,
  byProfessionalOf,
  categoryError,
  MAX_OPTION_NAME,
  MOST_ADDONS,
  MOST_VARIANTS,
  type NewOption,
  optionsOf,
  type ProfessionalTerms,
  variantsError,
} from '../options.ts'
import { NOTICE_MAX, SLOT_INTERVALS } from '../limits.ts'
import { DURATION_MAX, DURATION_MIN, DURATION_STEP, durationOf, priceOf, SERVICE_RULES } from '../service.ts'
import { DEFAULT_DURATION_MINUTES } from '../slots.ts'
import { textOrNull, version } from './answer.ts'
import { field, flag, formVersion } from './request.ts'
import { RETURN_WEEKS } from '../recall.ts'

/** A variant or an add-on of a service. */
export const option = z.object({
  id: z.int(),
  name: z.string(),
  duration_minutes: z.int(),
  price: z.number(),
})

const professionalTerms = z.object({
  professional_id: z.int(),
  price: z.number().nullable().meta({ description: 'Null: the service’s' }),
  duration_minutes: z.int().nullable().meta({ description: 'Null: the service’s' }),
})

/** A group of services in the owner's order. */
export const category = z.object({
  id: z.int(),
  category_name: z.string(),
  position: z.int().meta({ description: 'The list is in this order' }),
  version,
})
export const publicCategory = category.pick({ id: true, category_name: true })

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
  return_weeks: z.int().nullable().meta({ description: 'After so many weeks its clients come back' }),
  price: z.number(),
  price_kind: z.enum(PRICE_KINDS).meta({ description: 'What the price says; without one: free, ask' }),
  variants: z
    .array(option)
    .meta({ description: 'One of them is chosen; minutes and price are then its own' }),
  addons: z.array(option).meta({ description: 'Any of them are chosen; minutes and price come on top' }),
  by_professional: z.array(professionalTerms).meta({ description: 'Where no variant is chosen' }),
  category_id: z.int().nullable(),
  image_url: textOrNull,
  is_active: z.boolean(),
  is_hidden: z.boolean().meta({ description: 'Booked by its own link, and in no list' }),
  is_bookable_online: z.boolean().meta({ description: 'Else it is shown, and booked by the business' }),
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
  price_kind: true,
  variants: true,
  addons: true,
  by_professional: true,
  category_id: true,
  is_bookable_online: true,
  image_url: true,
})

/** A whole number, or null. */
const blankable = (
  name: 'slot_interval_minutes' | 'min_notice_minutes' | 'gap_from' | 'gap_minutes' | 'return_weeks',
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

const optionInput = {
  type: 'array',
  items: {
    type: 'object',
    required: ['name', 'duration_minutes'],
    properties: {
      id: { type: 'integer', description: 'Of one that is there; a new one has none' },
      name: { type: 'string', maxLength: MAX_OPTION_NAME },
      duration_minutes: { type: 'integer', multipleOf: 5 },
      price: { type: 'number', minimum: 0 },
    },
  },
}

/** What a service costs, and how it can be chosen. */
const offerFields = {
  price_kind: field<PriceKind>({
    error: SERVICE_RULES.price_kind,
    read: (value) => (value ?? 'from') as PriceKind,
    json: { type: 'string', enum: [...PRICE_KINDS] },
  }),
  variants: field<NewOption[]>({
    error: variantsError,
    read: optionsOf,
    json: { ...optionInput, maxItems: MOST_VARIANTS },
  }),
  addons: field<NewOption[]>({
    error: addonsError,
    read: optionsOf,
    json: { ...optionInput, maxItems: MOST_ADDONS },
  }),
  by_professional: field<ProfessionalTerms[]>({
    error: byProfessionalError,
    read: byProfessionalOf,
    json: {
      type: 'array',
      items: { type: 'object' },
      description: 'Professionals whose price or minutes are others',
    },
  }),
  category_id: field<number | null, number | string | null>({
    error: (value) => (isBlank(value) || idOf(value) ? undefined : 'Esa categoría no existe'),
    read: (value) => (isBlank(value) ? null : idOf(value)!),
    json: { type: 'integer', description: 'null: in none' },
  }),
  is_hidden: flag('Booked by its own link, and in no list'),
  is_bookable_online: flag('Whether customers book it themselves'),
}

const fields = {
  ...offerFields,
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
  return_weeks: blankable('return_weeks', { minimum: RETURN_WEEKS.min, maximum: RETURN_WEEKS.max }),
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

/** A whole service, new or changed; a missing picture, state, or way of being chosen stays. */
export const serviceInput = z.object({
  ...fields,
  ...z.object(offerFields).partial().shape,
  duration_minutes: fields.duration_minutes.default(DEFAULT_DURATION_MINUTES),
  slot_interval_minutes: fields.slot_interval_minutes.default(null),
  min_notice_minutes: fields.min_notice_minutes.default(null),
  buffer_before: fields.buffer_before.default(0),
  buffer_after: fields.buffer_after.default(0),
  gap_from: fields.gap_from.default(null),
  gap_minutes: fields.gap_minutes.default(null),
  return_weeks: fields.return_weeks.default(null),
  price: fields.price.default(0),
  description: fields.description.default(null),
  image_url: fields.image_url.optional(),
  is_active: fields.is_active.optional(),
})

/** The changed fields of a service; missing ones stay. */
export const serviceChanges = z.object(fields).partial().extend(formVersion)

const name = field<string>({
  error: categoryError,
  read: cleanText,
  json: { type: 'string', maxLength: MAX_OPTION_NAME },
})
export const categoryInput = z.object({ category_name: name })
export const categoryChanges = categoryInput.partial().extend(formVersion)

export type Category = z.output<typeof category>
export type CategoryChanges = z.output<typeof categoryChanges>
export type Service = z.output<typeof service>
export type ServiceInput = z.output<typeof serviceInput>
export type ServiceChanges = z.output<typeof serviceChanges>
