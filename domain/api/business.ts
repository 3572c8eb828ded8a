/** A business in calls. Its rules: domain/business.ts. */
import { z } from 'zod'
import { ASSIGNMENTS, type Assignment } from '../assignment.ts'
import { accountEmail } from '../account.ts'
import {
  ASKING_EMAIL,
  type AskingEmail,
  MAX_FUTURE_APPOINTMENTS,
  META_DESCRIPTION_MAX,
  META_TITLE_MAX,
  PROFILE_RULES,
} from '../business.ts'
import { cleanText, isBlank, LIMITS, numberOf } from '../fields.ts'
import { parseGallery } from '../images.ts'
import { HORIZON_DAYS, NOTICE_MAX, SLOT_INTERVALS } from '../limits.ts'
import { normalisePhone } from '../phone.ts'
import { legalIdOf } from '../legal-id.ts'
import { REMINDER_HOURS } from '../reminders.ts'
import { instant, textOrNull, version } from './answer.ts'
import { businessDay, specialDate } from './hours.ts'
import { field, flag, formVersion, typed } from './request.ts'

const galleryText = z.string().meta({ description: 'JSON text: a list of addresses' })

/** The stored columns that the owner gets. */
export const storedProfile = z.object({
  id: z.int(),
  business_name: z.string(),
  business_type: z.string(),
  email: z.string(),
  phone: z.string(),
  is_virtual: z.boolean(),
  address: textOrNull,
  city: textOrNull,
  state: textOrNull,
  country: textOrNull,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  description: textOrNull,
  website: textOrNull,
  facebook: textOrNull,
  instagram: textOrNull,
  twitter: textOrNull,
  whatsapp: textOrNull,
  price_range: textOrNull,
  timezone: z.string(),
  currency: z.string(),
  reminder_hours: z.int(),
  slot_interval_minutes: z.int(),
  min_notice_minutes: z.int().meta({ description: 'How long before it customers can book a start' }),
  horizon_days: z.int().meta({ description: 'How many days after today can be booked' }),
  buffers_inside_hours: z
    .boolean()
    .meta({ description: 'What services take before and after lies within the hours too' }),
  cancel_notice_minutes: z.int().meta({ description: 'How long before it customers can still cancel' }),
  suggests_compact: z
    .boolean()
    .meta({ description: 'Starts that leave a gap in which no service fits are listed last' }),
  notify_team_bookings: z.boolean(),
  assignment: z.enum(ASSIGNMENTS).meta({ description: 'Who gets an appointment without preference' }),
  tell_new_professional: z
    .boolean()
    .meta({ description: 'Whether a client without preference is mailed of another professional' }),
  asks_email: z.enum(ASKING_EMAIL).meta({ description: 'Whether customers need an e-mail to book' }),
  max_future_appointments: z
    .int()
    .meta({ description: 'Ahead at once, of one e-mail or phone, by the page' }),
  slug: z.string(),
  meta_title: textOrNull,
  meta_description: textOrNull,
  featured_image: textOrNull,
  brand_color: textOrNull,
  brand_color_secondary: textOrNull,
  logo_url: textOrNull,
  gallery_images: galleryText,
  legal_name: textOrNull.meta({ description: 'Who answers for the data; null: the name of the business' }),
  legal_id: textOrNull.meta({ description: "NIT, '900123456-8', or cédula, '1020304050'" }),
  legal_address: textOrNull,
  legal_email: textOrNull.meta({ description: 'Where requests about data go; null: the e-mail' }),
  created_at: instant,
  version,
  hours_version: version.meta({ description: 'Counts the changes of the opening hours, from 1' }),
})
export const profile = storedProfile.extend({ schedules: z.array(businessDay) })

/** The stored columns that everybody gets. */
export const storedBusiness = storedProfile.pick({
  id: true,
  slug: true,
  business_name: true,
  description: true,
  address: true,
  city: true,
  phone: true,
  email: true,
  business_type: true,
  timezone: true,
  horizon_days: true,
  is_virtual: true,
  asks_email: true,
  currency: true,
  brand_color: true,
  brand_color_secondary: true,
  logo_url: true,
  gallery_images: true,
  latitude: true,
  longitude: true,
  facebook: true,
  instagram: true,
  whatsapp: true,
  price_range: true,
  meta_title: true,
  meta_description: true,
  featured_image: true,
  created_at: true,
})
export const publicBusiness = storedBusiness.extend({
  is_listed: z.boolean().meta({ description: 'Whether search engines may list its page' }),
  share_image: z.string().meta({ description: 'Path of the picture for chats, 1200×630' }),
  schedules: z.array(businessDay),
  takes_whatsapp: z
    .boolean()
    .meta({ description: 'Whether clients may ask to be told by WhatsApp when they book' }),
  policy: z.string().meta({ description: 'The name of its data policy, which a consent names' }),
  special_dates: z
    .array(specialDate)
    .meta({ description: 'The dates of the next 60 days whose hours are not those of their weekday' }),
})

type Name = keyof typeof PROFILE_RULES
const string = { type: 'string', maxLength: LIMITS.name }
const plain = (name: Name, json: object = string) =>
  field<string>({ error: PROFILE_RULES[name], read: cleanText, json: { ...string, ...json } }).optional()
const blankable = (name: Name, json: object = {}) =>
  field<string | null>({
    error: PROFILE_RULES[name],
    read: (value) => cleanText(value) || null,
    json: { ...string, ...json },
  }).optional()
const long = { maxLength: LIMITS.text }
const link = { maxLength: LIMITS.url, description: 'An address, or the name of an account' }
const picture = { maxLength: LIMITS.url, description: 'An address of a picture' }
const colour = { maxLength: 7, pattern: '^#[0-9A-Fa-f]{6}$' }
const degrees = (name: Name, limit: number) =>
  field<number | null, number | string | null>({
    error: PROFILE_RULES[name],
    read: (value) => (isBlank(value) ? null : numberOf(value)!),
    json: { type: 'number', minimum: -limit, maximum: limit },
  }).optional()
const oneOf = (name: Name, choices: readonly number[]) =>
  field<number>({
    error: PROFILE_RULES[name],
    read: Number,
    json: { type: 'integer', enum: choices },
  }).optional()

const whole = (name: Name, minimum: number, maximum: number) =>
  field<number, number | string>({
    error: PROFILE_RULES[name],
    read: (value) => numberOf(value)!,
    json: { type: 'integer', minimum, maximum },
  }).optional()

/** The changed fields of a business's profile; missing ones stay. */
export const profileChanges = z.object({
  business_name: plain('business_name'),
  business_type: plain('business_type'),
  email: field<string>({
    error: PROFILE_RULES.email,
    read: accountEmail,
    json: { type: 'string', format: 'email', maxLength: LIMITS.email },
  }).optional(),
  currentPassword: typed('Needed when the e-mail changes; 400 when it is wrong').optional(),
  phone: field<string>({
    error: PROFILE_RULES.phone,
    read: (value) => normalisePhone(value)!,
    json: { type: 'string', description: "Country code and digits, as '+573001234567'" },
  }).optional(),
  address: blankable('address', long),
  description: blankable('description', long),
  city: blankable('city'),
  state: blankable('state'),
  country: blankable('country'),
  price_range: blankable('price_range'),
  website: blankable('website', link),
  facebook: blankable('facebook', link),
  instagram: blankable('instagram', link),
  twitter: blankable('twitter', link),
  whatsapp: blankable('whatsapp', { maxLength: LIMITS.url, description: 'A number or a link' }),
  logo_url: blankable('logo_url', picture),
  featured_image: blankable('featured_image', picture),
  gallery_images: field<string>({
    error: PROFILE_RULES.gallery_images,
    read: (value) => JSON.stringify(parseGallery(value)),
    json: { type: 'string', description: 'JSON text: a list of addresses' },
  }).optional(),
  meta_title: blankable('meta_title', { maxLength: META_TITLE_MAX }),
  meta_description: blankable('meta_description', { maxLength: META_DESCRIPTION_MAX }),
  slug: field<string, string | null>({
    error: PROFILE_RULES.slug,
    read: cleanText,
    json: { type: 'string', description: 'Empty: one is made from the name' },
  }).optional(),
  brand_color: blankable('brand_color', colour),
  brand_color_secondary: blankable('brand_color_secondary', {
    ...colour,
    description: 'Left out: made from brand_color',
  }),
  timezone: plain('timezone'),
  currency: plain('currency'),
  reminder_hours: oneOf('reminder_hours', REMINDER_HOURS),
  slot_interval_minutes: oneOf('slot_interval_minutes', SLOT_INTERVALS),
  min_notice_minutes: whole('min_notice_minutes', 0, NOTICE_MAX),
  horizon_days: whole('horizon_days', HORIZON_DAYS.least, HORIZON_DAYS.most),
  cancel_notice_minutes: whole('cancel_notice_minutes', 0, NOTICE_MAX),
  max_future_appointments: oneOf('max_future_appointments', MAX_FUTURE_APPOINTMENTS),
  latitude: degrees('latitude', 90),
  longitude: degrees('longitude', 180),
  is_virtual: flag('A virtual business has no address').optional(),
  buffers_inside_hours: flag('Before and after within the hours').optional(),
  suggests_compact: flag('Starts without gaps first').optional(),
  notify_team_bookings: flag('The business is mailed of what its team books').optional(),
  assignment: field<Assignment>({
    error: PROFILE_RULES.assignment,
    read: (value) => value as Assignment,
    json: { type: 'string', enum: [...ASSIGNMENTS] },
  }).optional(),
  asks_email: field<AskingEmail>({
    error: PROFILE_RULES.asks_email,
    read: (value) => value as AskingEmail,
    json: { type: 'string', enum: [...ASKING_EMAIL] },
  }).optional(),
  tell_new_professional: flag(
    'Clients without preference are mailed when they get another professional',
  ).optional(),
  legal_name: blankable('legal_name'),
  legal_id: field<string | null>({
    error: PROFILE_RULES.legal_id,
    read: (value) => legalIdOf(value) || null,
    json: { type: 'string', description: "A NIT with its check digit, '900123456-8', or a cédula" },
  }).optional(),
  legal_address: blankable('legal_address', long),
  legal_email: blankable('legal_email', { format: 'email', maxLength: LIMITS.email }),
  ...formVersion,
})

export type Profile = z.output<typeof storedProfile>
export type ProfileChanges = z.output<typeof profileChanges>
