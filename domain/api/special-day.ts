/** Single dates with hours of their own, and holidays, as calls carry them. Their rules: domain/special-days.ts. */
import { z } from 'zod'
import { cleanText, idOf, isBlank } from '../fields.ts'
import { HOLIDAY_POLICIES } from '../holidays.ts'
import {
  intervalsError,
  MAX_INTERVALS,
  MAX_LABEL,
  specialDayErrors,
  type Interval,
} from '../special-day-rules.ts'
import { textOrNull, version } from './answer.ts'
import { field, flag, form, formVersion } from './request.ts'

const interval = z.object({
  start_time: z.string(),
  end_time: z.string().meta({ description: 'HH:MM, at most 24:00' }),
})

export const specialDay = z.object({
  id: z.int(),
  business_id: z.int(),
  professional_id: z.int().nullable().meta({ description: 'Null: the whole business' }),
  date: z.string(),
  is_open: z.boolean(),
  intervals: z.array(interval).meta({ description: 'None on an open day: the hours of its weekday' }),
  label: textOrNull.meta({ description: 'Its name, which the booking page says' }),
  opens_business: z.boolean().meta({ description: 'The professional works although the business is closed' }),
  is_yearly: z.boolean().meta({ description: 'Also on this day of later years' }),
  version,
})
export type StoredSpecialDay = z.output<typeof specialDay>

const intervals = field<Interval[], Interval[] | null>({
  error: intervalsError,
  read: (value) =>
    ((value ?? []) as Interval[]).map(({ start_time, end_time }) => ({ start_time, end_time })),
  json: { type: 'array', description: `Up to ${MAX_INTERVALS} of {start_time, end_time}, in order` },
}).default([])

export const specialDayInput = form(specialDayErrors, {
  professional_id: field<number | null, number | string | null>({
    error: (value) => (isBlank(value) || idOf(value) ? undefined : 'Elige un profesional'),
    read: (value) => idOf(value) ?? null,
    json: { type: 'integer', description: 'Left out or null: the whole business' },
  }).default(null),
  is_open: flag('False: closed that date'),
  intervals,
  label: field<string | null>({
    read: (value) => cleanText(value) || null,
    json: { type: 'string', maxLength: MAX_LABEL },
  }).default(null),
  opens_business: flag('The professional works although the business is closed').default(false),
  is_yearly: flag('Also on this day of later years').default(false),
  is_new: flag('Only where nothing is said of the date yet: otherwise 409 with what is').default(false),
  ...formVersion,
})
export type SpecialDayInput = z.output<typeof specialDayInput>

const CHOICES = ['closed', 'open', 'special'] as const
export type HolidayChoice = (typeof CHOICES)[number]

export const holidayChoice = form(
  ({ choice, intervals }) => ({
    ...(CHOICES.some((one) => one === choice)
      ? {}
      : { choice: 'Di si ese día abres, cierras o tienes otro horario' }),
    ...(choice === 'special' && !(Array.isArray(intervals) && intervals.length > 0)
      ? { intervals: 'Di a qué horas abres ese día' }
      : {}),
  }),
  {
    choice: field<HolidayChoice>({
      read: (value) => value as HolidayChoice,
      json: { type: 'string', enum: [...CHOICES] },
    }),
    intervals,
  },
)

export const holiday = z.object({ date: z.string(), name: z.string() })
export const ownHoliday = holiday.extend({
  choice: z.enum(CHOICES).nullable().meta({ description: 'What the owner said of it; null: nothing yet' }),
  intervals: z.array(interval),
  is_closed: z
    .boolean()
    .meta({ description: 'Whether the business is closed that day, by choice or policy' }),
  question: textOrNull.meta({ description: 'To ask the owner now; null: not due, or answered' }),
  appointments: z.int().meta({ description: 'Scheduled on that date' }),
})
export const holidaySettings = z.object({
  country: textOrNull,
  policy: z.enum(HOLIDAY_POLICIES),
})
