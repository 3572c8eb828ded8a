import { z } from 'zod'
import { isIsoDate } from '../../dates.ts'
import { parseBusinessWeek, parseProfessionalWeek, type ParsedWeek } from '../../week-input.ts'
import type { BusinessDay, ProfessionalDay } from '../../week.ts'
import { movedOn, ok, version } from '../answer.ts'
import type { Calls } from '../call.ts'
import { RULES } from '../../availability.ts'
import { businessDay, full, professionalDay, publicDay } from '../hours.ts'
import { byId, field, idempotencyHeaders, idParam, queryAddons, queryDate } from '../request.ts'
import { leftOver } from '../time-off.ts'

const forAll = ['public']
const tags = ['schedules']
const serviceQuery = z.object({
  serviceId: idParam.optional(),
  variantId: idParam.optional().meta({ description: 'Of a service with variants; else its own minutes' }),
  addonIds: queryAddons,
})
const daysQuery = serviceQuery.extend({ from: queryDate('Today by default; 62 dates at most') })
const anyQuery = serviceQuery.extend({ businessId: idParam })
const slots = ok({ slots: z.array(z.object({ time: z.string().meta({ example: '09:30' }) })) })
const days = ok({ days: z.array(publicDay) })

const time = z.string().meta({ example: '09:30' })
const requiredDate = field<string>({
  error: (value) => (isIsoDate(value) ? undefined : 'La fecha no es válida: usa el formato AAAA-MM-DD'),
  read: String,
  json: { type: 'string', format: 'date' },
})

const explainQuery = z.object({
  date: requiredDate,
  service_id: idParam.optional(),
  variant_id: idParam.optional(),
  addon_ids: queryAddons,
})
const explained = {
  free: z.array(time),
  rules: z.array(
    z.object({
      rule: z.enum(RULES),
      text: z.string().meta({ description: 'The rule in words' }),
      takes: z.string().meta({ example: 'quita 14 horarios' }),
      times: z.array(time),
    }),
  ),
}

const professionalWeek = ok({ schedule: z.array(professionalDay), hours_version: version })
const businessWeek = ok({ schedules: z.array(businessDay), hours_version: version })

export const scheduleCalls = {
  'GET /api/schedules/available-slots/:professionalId/:date': {
    tags: forAll,
    summary: 'Free times of a professional on a date, for a service (60 minutes without one)',
    params: z.object({ professionalId: idParam, date: z.string() }),
    query: serviceQuery,
    answer: slots,
  },
  'GET /api/schedules/available-days/:professionalId': {
    tags: forAll,
    summary:
      'Free times of a professional on the dates that can be booked, today first, or `from`: 62 at most',
    params: z.object({ professionalId: idParam }),
    query: daysQuery,
    answer: days,
  },
  'GET /api/schedules/available-slots/any/:date': {
    tags: forAll,
    summary: 'Times of a date at which at least one professional is free, of those whom the system chooses',
    params: z.object({ date: z.string() }),
    query: anyQuery,
    answer: slots,
  },
  'GET /api/schedules/available-days/any': {
    tags: forAll,
    summary: 'The same on the dates that can be booked, today first, or `from`: 62 at most',
    query: anyQuery.extend(daysQuery.shape),
    answer: days,
  },
  'GET /api/schedules/owner/available-slots/any/:date': {
    tags,
    summary: 'The same for the business itself, which no minimum notice binds',
    params: z.object({ date: z.string() }),
    query: serviceQuery,
    answer: slots,
  },
  'GET /api/schedules/owner/available-days/any': {
    tags,
    summary: 'The same for the business itself, which no minimum notice binds',
    query: daysQuery,
    answer: days,
  },
  'GET /api/schedules/owner/available-slots/:professionalId/:date': {
    tags,
    summary: 'The same for the business itself, which no minimum notice and no daily limit bind',
    params: z.object({ professionalId: idParam, date: z.string() }),
    query: serviceQuery,
    answer: slots.extend({ full }),
  },
  'GET /api/schedules/owner/available-days/:professionalId': {
    tags,
    summary: 'The same for the business itself, which no minimum notice and no daily limit bind',
    params: z.object({ professionalId: idParam }),
    query: daysQuery,
    answer: days,
  },
  'GET /api/schedules/explain': {
    tags,
    summary: 'Why a date has the free times that it has: what each rule takes away, in their order',
    query: explainQuery.extend({ professional_id: idParam }),
    answer: ok(explained),
  },
  'GET /api/schedules/explain/any': {
    tags,
    summary: 'The same without preference: of all together, and of each one',
    query: explainQuery,
    answer: ok({
      ...explained,
      people: z.array(z.object({ professional_id: z.int(), professional_name: z.string(), ...explained })),
      left_out: z
        .array(z.object({ professional_name: z.string(), text: z.string() }))
        .meta({ description: 'Active professionals whom the system does not choose, with the reason' }),
    }),
  },
  'GET /api/schedules/business/:id': {
    tags: forAll,
    summary: 'Opening hours of a business, Sunday first: the bare list',
    params: byId,
    answer: z.array(businessDay),
  },
  'GET /api/schedules/professional/:id': {
    tags,
    summary: "A professional's own week; an empty list follows the business",
    params: byId,
    answer: professionalWeek,
  },
  'GET /api/schedules/professionals': {
    tags,
    summary: 'The own weeks of all professionals, and the opening hours, which the others follow',
    answer: ok({
      schedules: z.array(professionalDay.extend({ professional_id: z.int() })),
      business_week: z.array(businessDay),
    }),
  },
  'PUT /api/schedules/professional/:id': {
    tags,
    summary: "Sets a professional's own week; an empty list removes it",
    headers: idempotencyHeaders,
    params: byId,
    body: week<ProfessionalDay>(parseProfessionalWeek),
    answer: professionalWeek.extend({ message: z.string(), ...leftOver }),
    refusals: movedOn(professionalWeek.omit({ success: true })),
  },
  'PUT /api/schedules/business/:id': {
    tags,
    summary: 'Sets the opening hours',
    headers: idempotencyHeaders,
    params: byId,
    body: week<BusinessDay>(parseBusinessWeek),
    answer: businessWeek.extend({ message: z.string(), ...leftOver }),
    refusals: movedOn(businessWeek.omit({ success: true })),
  },
} satisfies Calls

/** A week that a form sends: a list of days, or one with the version with which the form was opened. */
export interface Week<Day> {
  week: Day[]
  hours_version: number | undefined
}

const WRONG_VERSION = 'La versión debe ser un número entero positivo'

function week<Day>(parse: (input: unknown) => ParsedWeek<Day>) {
  const schema = z.unknown().transform((input, context): Week<Day> => {
    const parsed = parse(input)
    const opened = version.optional().safeParse((input as { hours_version?: unknown } | null)?.hours_version)
    if (parsed.ok && opened.success) return { week: parsed.week, hours_version: opened.data }
    if (parsed.ok) context.addIssue({ code: 'custom', message: WRONG_VERSION, path: ['hours_version'] })
    else context.addIssue({ code: 'custom', message: parsed.error, path: ['schedules'] })
    return z.NEVER
  })
  return schema.meta({
    description: 'A list of days, or {schedules: list, hours_version}',
  }) as unknown as z.ZodType<Week<Day>, Day[] | { schedules: Day[]; hours_version?: number }>
}
