/** Time off, as calls carry it. Its rules: domain/time-off.ts. */
import { z } from 'zod'
import { cleanText, idOf, isBlank } from '../fields.ts'
import { MAX_REASON, TIME_OFF_KINDS, timeOffErrors, type TimeOffKind } from '../time-off.ts'
import { instant, textOrNull, version } from './answer.ts'
import { appointment } from './appointment.ts'
import { field, form, formVersion, idParam } from './request.ts'

export const timeOff = z.object({
  id: z.int(),
  business_id: z.int(),
  professional_id: z.int().nullable().meta({ description: 'Null: the whole business' }),
  kind: z.enum([...TIME_OFF_KINDS, 'external']),
  first_date: z.string(),
  last_date: z.string(),
  from_time: textOrNull.meta({ description: 'HH:MM on the first date; null: whole days' }),
  to_time: textOrNull.meta({ description: 'HH:MM on the last date, at most 24:00' }),
  starts_at: instant,
  ends_at: instant,
  reason: textOrNull,
  show_reason: z.boolean().meta({ description: 'Whether the booking page says the reason' }),
  repeat_weeks: z.int().nullable().meta({ description: 'Of one that repeats: how many weeks apart' }),
  repeat_of: z.int().nullable().meta({ description: 'The first of those that repeat together' }),
  created_at: instant,
  version,
})
export type TimeOff = z.output<typeof timeOff>

const date = (description: string) =>
  field<string, string | null>({ read: cleanText, json: { type: 'string', format: 'date', description } })
const time = (description: string) =>
  field<string | null>({
    read: (value) => (isBlank(value) ? null : cleanText(value)),
    json: { type: 'string', description },
  })

const fields = {
  professional_id: field<number | null, number | string | null>({
    error: (value) => (isBlank(value) || idOf(value) ? undefined : 'Elige un profesional'),
    read: (value) => idOf(value) ?? null,
    json: { type: 'integer', description: 'Left out or null: the whole business' },
  }).default(null),
  kind: field<TimeOffKind, TimeOffKind | null>({
    read: (value) => (isBlank(value) ? 'block' : (value as TimeOffKind)),
    json: { type: 'string', enum: [...TIME_OFF_KINDS], description: "'block' when left out" },
  }).default('block'),
  first_date: date('YYYY-MM-DD'),
  last_date: date('YYYY-MM-DD; the first date when left out').default(''),
  from_time: time('HH:MM; without times it is whole days').default(null),
  to_time: time('HH:MM of the last date, up to 24:00').default(null),
  reason: field<string | null>({
    read: (value) => cleanText(value) || null,
    json: { type: 'string', maxLength: MAX_REASON },
  }).default(null),
  show_reason: field<boolean>({
    error: (value) => (typeof value === 'boolean' ? undefined : 'Debe ser verdadero o falso'),
    read: Boolean,
    json: { type: 'boolean', description: 'The booking page says the reason; never of sick leave' },
  }).default(false),
}
const repeating = {
  repeat_weeks: field<number | null>({
    read: (value) => (isBlank(value) ? null : Number(value)),
    json: { type: 'integer', minimum: 1, maximum: 8, description: 'Repeats every so many weeks' },
  }).default(null),
  repeat_until: time('YYYY-MM-DD: the last date on which one may begin, at most 366 days on').default(null),
}

export const timeOffInput = form(timeOffErrors, { ...fields, ...repeating })
/** As a query asks which appointments one would meet; domain's rule judges it as a whole. */
export const timeOffAsked = z.object({
  professional_id: idParam.optional().meta({ description: 'Left out: the whole business' }),
  first_date: z.iso.date(),
  last_date: z.iso.date().optional(),
  from_time: z.string().max(5).optional(),
  to_time: z.string().max(5).optional(),
  repeat_weeks: z.coerce.number().int().min(1).max(8).optional(),
  repeat_until: z.iso.date().optional(),
})
export type TimeOffAsked = z.output<typeof timeOffAsked>
/** The whole of it: what is left out gets its default. */
export const timeOffChanges = form(
  ({ repeat_weeks: _, repeat_until: __, ...input }) => timeOffErrors(input),
  { ...fields, ...formVersion },
)
export type TimeOffInput = z.output<typeof timeOffInput>
export type TimeOffChanges = z.output<typeof timeOffChanges>

/** An appointment inside a time off; a held one has no client's data to show yet. */
export const conflicts = z.array(appointment)

/** Who would hear of it if these appointments were moved or cancelled. */
export const told = {
  told: z.array(z.object({ appointment_id: z.int(), client: z.int() })).meta({
    description: 'By e-mail or WhatsApp, whichever they are reached by; the same client has the same number',
  }),
  tells_new_professional: z.boolean().meta({
    description: 'Whether a client without preference is told of another professional at the same time',
  }),
}

/** How many appointments in a time off, or on a special day, an answer lists at most; the others follow when these are dealt with. */
export const MOST_IN_TIME_OFF = 500

/** How many appointments an answer lists at most; the total counts all of them. */
export const MOST_CONFLICTS = 200

/** What a change of hours or of a professional leaves without its time. */
export const leftOver = {
  conflicts: conflicts.meta({
    description:
      'The appointments ahead that it leaves without their time, the nearest 200: they stay until somebody moves or cancels them',
  }),
  conflicts_total: z.int().meta({ description: 'How many there are' }),
}
export type LeftOver = z.output<z.ZodObject<typeof leftOver>>
