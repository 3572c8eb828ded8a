/** The weeks of a business and of a professional in calls. Their rules: domain/week-input.ts. */
import { z } from 'zod'
import type { BusinessDay, ProfessionalDay } from '../week.ts'

const time = z.string().meta({ description: 'HH:MM', example: '09:00' })
const end = z.string().meta({ description: 'HH:MM, at most 24:00', example: '18:00' })
const day = z.int().meta({ description: '0 Sunday … 6 Saturday' })
const breaks = z
  .array(z.object({ start_time: time, end_time: end }))
  .optional()
  .meta({
    description:
      'Up to three beside lunch, ascending; left out where there are none. Saved: left out, the day keeps those it has; an empty list removes them',
  })

export const businessDay = z.object({
  day_of_week: day,
  is_open: z.boolean(),
  open_time: time.nullable(),
  close_time: end.nullable(),
  lunch_start_time: time.nullable(),
  lunch_end_time: end.nullable(),
  breaks,
} satisfies Record<keyof BusinessDay, z.ZodType>)

export const professionalDay = z.object({
  day_of_week: day,
  is_available: z.boolean(),
  start_time: time.nullable(),
  end_time: end.nullable(),
  lunch_start_time: time.nullable(),
  lunch_end_time: end.nullable(),
  breaks,
} satisfies Record<keyof ProfessionalDay, z.ZodType>)

/** A date of a business that is not like its weekday. */
export const specialDate = z.object({
  date: z.string(),
  intervals: z.array(z.object({ start_time: time, end_time: end })).meta({ description: 'None: closed' }),
  closed: z.string().nullable().meta({ description: "'Cerrado por festivo: Navidad'; null when it is open" }),
})

/** The free times of a date. */
export const full = z
  .literal(true)
  .optional()
  .meta({ description: 'The professional has the maximum of appointments that customers may book' })
export const freeDay = z.object({ date: z.string(), times: z.array(time), full })
export const publicDay = freeDay.extend({
  others: z
    .array(time)
    .optional()
    .meta({ description: 'Of the times, those that leave a gap in which nothing fits: listed last' }),
  closed: z.string().optional().meta({
    description: 'Why nothing can be booked on a date: the business is closed, or no place is left',
  }),
})
