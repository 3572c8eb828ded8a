import { z } from 'zod'
import { HOLIDAY_COUNTRIES, HOLIDAY_POLICIES, type HolidayPolicy } from '../../holidays.ts'
import { movedOn, ok } from '../answer.ts'
import { appointment } from '../appointment.ts'
import type { Calls } from '../call.ts'
import { field, idParam, queryDate, queryNumber, idempotencyHeaders } from '../request.ts'
import {
  holiday,
  holidayChoice,
  holidaySettings,
  ownHoliday,
  specialDay,
  specialDayInput,
} from '../special-day.ts'
import { conflicts } from '../time-off.ts'

const tags = ['special days']
const NO_YEAR = 'El año debe ir de 2000 a 2100'
const queryYear = field<number, number | string>({
  error: (value) => (/^(20\d\d|2100)$/.test(String(value)) ? undefined : NO_YEAR),
  read: Number,
  json: { type: 'integer', minimum: 2000, maximum: 2100 },
})
const queryCountry = field<string>({
  error: (value) =>
    HOLIDAY_COUNTRIES.some((code) => code === value) ? undefined : 'No conocemos los festivos de ese país',
  read: String,
  json: { type: 'string', enum: HOLIDAY_COUNTRIES },
})
const byDate = z.object({ date: z.string().meta({ description: 'YYYY-MM-DD' }) })
const ofWhom = z.object({
  professional_id: idParam.optional().meta({ description: 'Left out: the whole business’s' }),
})
const IN_CONFLICT =
  'The appointments that do not fit in the hours of that date any more: they stay until somebody moves or cancels them'
const one = ok({
  special_day: specialDay,
  conflicts: z
    .array(
      appointment.extend({
        was_outside: z.boolean().optional().meta({ description: 'Outside of the hours before, too' }),
      }),
    )
    .meta({ description: IN_CONFLICT }),
})
const removal = ok({
  removed: z.int(),
  conflicts: conflicts.meta({
    description:
      'The appointments that were inside the hours of the day and are not any more: they stay until somebody moves or cancels them',
  }),
})

export const specialDayCalls = {
  'GET /api/special-days': {
    tags,
    summary: 'The dates with hours of their own, of the business and of its professionals; yearly ones too',
    query: z.object({
      from: queryDate('First date; today without it'),
      to: queryDate('Last date; a year after the first without it'),
    }),
    answer: ok({
      special_days: z.array(specialDay),
      holidays: z.array(holiday.extend({ is_closed: z.boolean() })).meta({
        description:
          'Those of the dates, at most 400 days; closed by the policy, where no special day says more',
      }),
    }),
  },
  'PUT /api/special-days/:date': {
    tags,
    summary: 'Says when the business, or a professional, works on a date',
    params: byDate,
    body: specialDayInput,
    answer: one,
    refusals: movedOn(specialDay),
  },
  'DELETE /api/special-days/:date': {
    tags,
    summary: 'The date has the hours of its weekday again',
    headers: idempotencyHeaders,
    params: byDate,
    query: ofWhom.extend({
      version: queryNumber(1, 2 ** 31 - 1)
        .optional()
        .meta({ description: 'As the form was opened with: 409 when it has moved on' }),
    }),
    answer: removal,
    refusals: movedOn(specialDay),
  },
  'GET /api/holidays': {
    tags: ['public'],
    summary: 'The public holidays of a country in a year',
    query: z.object({
      year: queryYear,
      country: queryCountry.default('CO'),
    }),
    answer: ok({ country: z.string(), year: z.int(), holidays: z.array(holiday) }),
  },
  'GET /api/businesses/holidays': {
    tags,
    summary: 'The holidays of the next twelve months, and what the business does on each',
    answer: ok({ ...holidaySettings.shape, holidays: z.array(ownHoliday) }),
  },
  'PUT /api/businesses/holidays': {
    tags,
    summary: 'Sets the country of the holidays, and what the business does on those that it says nothing of',
    headers: idempotencyHeaders,
    body: z.object({
      country: field<string | null>({
        error: (value) =>
          value === null || HOLIDAY_COUNTRIES.includes(value as string)
            ? undefined
            : 'No conocemos los festivos de ese país',
        read: (value) => value as string | null,
        json: { type: 'string', enum: [...HOLIDAY_COUNTRIES] },
      }).optional(),
      policy: field<HolidayPolicy>({
        error: (value) =>
          HOLIDAY_POLICIES.some((one) => one === value)
            ? undefined
            : 'Elige preguntar, cerrar todos o abrir todos',
        read: (value) => value as HolidayPolicy,
        json: { type: 'string', enum: [...HOLIDAY_POLICIES] },
      }).optional(),
    }),
    answer: ok({ ...holidaySettings.shape, conflicts: conflicts.meta({ description: IN_CONFLICT }) }),
  },
  'PUT /api/holidays/:date': {
    tags,
    summary: 'Says what the business does on a holiday',
    params: byDate,
    body: holidayChoice,
    answer: one,
  },
  'DELETE /api/holidays/:date': {
    tags,
    summary: 'Takes back what was said of a holiday',
    headers: idempotencyHeaders,
    params: byDate,
    answer: removal,
  },
} satisfies Calls
