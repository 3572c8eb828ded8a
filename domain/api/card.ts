/** A client's card in calls. Its rules: domain/card.ts. */
import { z } from 'zod'
import { ALERT_MAX, blockReasonError, CARD_RULES, NOTE_MAX, noteError } from '../card.ts'
import { HOWS } from '../consents.ts'
import { cleanText, LIMITS } from '../fields.ts'
import { PRICE_KINDS } from '../money.ts'
import { normalisePhone } from '../phone.ts'
import { instant, textOrNull, version } from './answer.ts'
import { cardFile } from './card-file.ts'
import { field, formVersion } from './request.ts'
import { tag } from './tag.ts'

/** What a form edits. */
export const card = z.object({
  id: z.int(),
  client_name: z.string(),
  client_phone: z.string().meta({ description: 'Empty when there is none' }),
  client_email: textOrNull,
  client_id: textOrNull,
  alert: textOrNull.meta({ description: 'What everybody who attends the client has to know' }),
  birthday: textOrNull.meta({ description: "Day and month, '05-14', or with the year '1991-05-14'" }),
  blocked_at: instant.nullable().meta({ description: 'From then on the client does not book online' }),
  blocked_reason: textOrNull,
  source: z.string().meta({ description: "'booking', 'owner', 'import' or 'api'" }),
  created_at: instant,
  version,
})
export type Card = z.output<typeof card>

const visits = {
  appointments: z.int().meta({ description: 'All that were ever booked' }),
  visits: z.int().meta({ description: 'To which the client came' }),
  no_shows: z.int(),
  spent: z.number().nullable().meta({ description: 'Null for whoever sees no figures' }),
  last_visit: instant.nullable().meta({ description: 'The last one that was neither cancelled nor missed' }),
  next_visit: instant.nullable().meta({ description: 'The next one that is scheduled' }),
  next_id: z.int().nullable().meta({ description: 'The appointment of the next visit' }),
  is_new: z.boolean().meta({ description: 'Has never come' }),
  is_frequent: z.boolean().meta({ description: 'Came three times in 90 days' }),
  tags: z.array(tag).meta({ description: 'By name' }),
}
/** A card in the list. */
export const listedCard = card.omit({ created_at: true, source: true, blocked_reason: true }).extend(visits)
export type ListedCard = z.output<typeof listedCard>

export const note = z.object({
  id: z.int(),
  body: z.string(),
  written_by: textOrNull.meta({ description: 'The name of the person' }),
  is_own: z.boolean(),
  at: instant,
})
export type Note = z.output<typeof note>

const cardVisit = z.object({
  id: z.int(),
  appointment_date: z.string(),
  appointment_time: z.string(),
  starts_at: instant,
  service_id: z.int(),
  service_name: z.string(),
  professional_id: z.int(),
  professional_name: z.string(),
  price: z.number(),
  price_kind: z.enum(PRICE_KINDS),
  actual_price: z.number().nullable(),
  status: z.string(),
  attendance_status: z.string(),
  client_confirmed_at: instant.nullable().meta({ description: 'When the client said to be coming' }),
  arrived_at: instant.nullable(),
})

/** Cards that became part of another. */
const cardMerge = z.object({
  id: z.int(),
  at: instant,
  merged_by: textOrNull.meta({ description: 'The name of the person' }),
  names: z.array(z.string()).meta({ description: 'Of the cards that were merged' }),
})
export type CardMerge = z.output<typeof cardMerge>

/** What a client agreed to, or withdrew, last. */
const cardConsent = z.object({
  purpose: z.enum(['whatsapp', 'marketing']),
  given: z.boolean(),
  channel: z.string().meta({ description: "Where it was said: 'page', 'owner', 'whatsapp' or 'portal'" }),
  how: z
    .enum(HOWS)
    .nullable()
    .meta({ description: 'How the client said it to the business, where somebody of it noted it' }),
  at: instant,
})
export type CardConsent = z.output<typeof cardConsent>

/** What a client wrote otherwise than the card has it; null: nothing else. */
const saidOtherwise = z.object({
  appointment_id: z.int().meta({ description: 'For which it was written' }),
  at: instant,
  client_name: textOrNull,
  client_phone: textOrNull,
  client_email: textOrNull,
  client_id: textOrNull,
})
export type SaidOtherwise = z.output<typeof saidOtherwise>

/** A card with what happened to its client. */
export const wholeCard = card.extend(visits).extend({
  cancellations: z.int(),
  late_cancellations: z.int().meta({
    description:
      'Of those, the client’s own with less than a day left, or than the business’s cancel_notice_minutes',
  }),
  average: z.number().nullable().meta({ description: 'Of what a visit brought; null like `spent`' }),
  first_visit: instant.nullable(),
  rhythm_days: z
    .int()
    .nullable()
    .meta({ description: 'Days from one visit to the next, from three visits on' }),
  favourite_service: textOrNull,
  favourite_professional: textOrNull,
  consent_version: textOrNull,
  consented_at: instant.nullable(),
  said_otherwise: saidOtherwise.nullable().meta({
    description:
      'Of the last appointment, if it was booked since somebody of the business wrote the card: a booking overwrites nothing',
  }),
  consents: z.array(cardConsent),
  whatsapp_missing_at: instant.nullable().meta({ description: 'The number has no WhatsApp' }),
  notes: z.array(note),
  health_notes: z
    .int()
    .nullable()
    .meta({ description: 'How many notes on their health; null for who may not read them' }),
  files: z.array(cardFile).meta({ description: 'The photos, the latest first' }),
  merges: z
    .array(cardMerge)
    .meta({ description: 'What was merged into it and can still be taken back, the last first' }),
  history: z.array(cardVisit).meta({ description: 'The last 100, from the latest' }),
})
export type WholeCard = z.output<typeof wholeCard>

const fields = {
  client_name: field<string>({
    error: CARD_RULES.client_name,
    read: cleanText,
    json: { type: 'string', maxLength: LIMITS.name },
  }),
  client_phone: field<string, string | null>({
    error: CARD_RULES.client_phone,
    read: (value) => normalisePhone(value) ?? '',
    json: { type: 'string', description: "Country code and digits, as '+573001234567'; may be empty" },
  }),
  client_email: field<string | null>({
    error: CARD_RULES.client_email,
    read: (value) => cleanText(value) || null,
    json: { type: 'string', format: 'email' },
  }),
  client_id: field<string | null>({
    error: CARD_RULES.client_id,
    read: (value) => cleanText(value) || null,
    json: { type: 'string', description: 'Identity document, 8 to 12 digits' },
  }),
  alert: field<string | null>({
    error: CARD_RULES.alert,
    read: (value) => cleanText(value) || null,
    json: { type: 'string', maxLength: ALERT_MAX },
  }),
  birthday: field<string | null>({
    error: CARD_RULES.birthday,
    read: (value) => cleanText(value) || null,
    json: { type: 'string', description: "'05-14', or with the year '1991-05-14'" },
  }),
}
export const cardInput = z.object({
  client_name: fields.client_name,
  client_phone: fields.client_phone.default(''),
  client_email: fields.client_email.default(null),
  client_id: fields.client_id.default(null),
  alert: fields.alert.default(null),
  birthday: fields.birthday.default(null),
})
export const cardChanges = z.object(fields).partial().extend(formVersion)
export type CardInput = z.output<typeof cardInput>
export type CardChanges = z.output<typeof cardChanges>

export const noteInput = z.object({
  body: field<string>({ error: noteError, read: cleanText, json: { type: 'string', maxLength: NOTE_MAX } }),
})
export const blockInput = z
  .object({
    reason: field<string | null>({
      error: blockReasonError,
      read: (value) => cleanText(value) || null,
      json: { type: 'string', maxLength: ALERT_MAX, description: 'For the team; the client never sees it' },
    }).default(null),
  })
  .nullish()
