/** An appointment in calls. Its rules: domain/booking.ts. */
import { z } from 'zod'
import {
  appointmentErrors,
  bookedErrors,
  changeErrors,
  WALK_IN_NAME,
  WALK_IN_RULES,
} from '../appointment-input.ts'
import { BOOKING_RULES, CHOICE_RULES, leavesNoEmail, PERSON_RULES, TERMS_REQUIRED } from '../booking.ts'
import { ANY } from '../choice.ts'
import { zoneNamed } from '../elsewhere.ts'
import { cleanText, idOf, type Input, isBlank, LIMITS, numberOf } from '../fields.ts'
import { PRICE_KINDS } from '../money.ts'
import { isWhole, LONGEST_MINUTES, RESIZE_STEP, SHORTEST_MINUTES } from '../limits.ts'
import { normalisePhone } from '../phone.ts'
import { ADDON_GONE, VARIANT_GONE } from '../chosen.ts'
import { atTheCounter, type AtTheCounter, ofCard } from './counter.ts'
import { failure, instant, occupied, textOrNull, version } from './answer.ts'
import { anything, field, flag, form, formVersion, id } from './request.ts'
import { option } from './service.ts'

/** An appointment as its owner gets it. */
export const appointment = z.object({
  id: z.int(),
  business_id: z.int(),
  client_name: z.string(),
  client_phone: z.string().meta({ description: 'Empty when the client left none' }),
  client_email: textOrNull.meta({ description: 'Null when the client left none: nobody is mailed' }),
  client_id: textOrNull,
  service_id: z.int(),
  service_name: z.string().meta({ description: 'With what was chosen of it' }),
  variant: option.nullable().meta({ description: 'As booked' }),
  addons: z.array(option).meta({ description: 'As booked' }),
  professional_id: z.int(),
  professional_name: z.string(),
  appointment_date: z.string(),
  appointment_time: z.string(),
  duration_minutes: z.int(),
  starts_at: instant,
  ends_at: instant,
  occupied,
  price: z.number(),
  price_kind: z.enum(PRICE_KINDS),
  actual_price: z.number().nullable(),
  status: z.string(),
  attendance_status: z.string(),
  no_show_reason: textOrNull,
  cancellation_reason: textOrNull,
  rescheduled_from: instant.nullable().meta({
    description: 'The time it was moved from; a scheduled one then reads Reprogramada',
  }),
  client_confirmed_at: instant.nullable().meta({ description: 'When the client said to be coming' }),
  arrived_at: instant.nullable().meta({ description: 'When the business noted that the client is here' }),
  notes: textOrNull,
  booked_by: z.string(),
  chosen_by: z
    .string()
    .meta({ description: "Who chose the professional: 'system' for a client without preference" }),
  created_at: instant,
  version,
})

/** The answer to a booking; the same again when the request is repeated with its key. */
export const booked = z.object({
  id: z.int(),
  business_id: z.int(),
  business_name: z.string(),
  business_address: textOrNull,
  service_id: z.int(),
  service_name: z.string(),
  professional_id: z.int(),
  professional_name: z.string(),
  appointment_date: z.string(),
  appointment_time: z.string(),
  duration_minutes: z.int(),
  price: z.number(),
  price_kind: z.enum(PRICE_KINDS),
  status: z.literal('scheduled'),
  client_name: z.string(),
  client_email: textOrNull,
  starts_at: z.string().meta({ format: 'date-time' }),
})

/** The refusal of a time that is taken, with the nearest free ones. */
export const takenTime = failure.extend({
  alternatives: z.array(z.object({ date: z.string(), time: z.string() })).optional(),
})
/** The refusal of a change: its time is taken, or the appointment was changed after the form was opened. */
export const refusedChange = { 409: takenTime.extend({ current: appointment.optional() }) }

/** The ids of a list. */
const idsOf = (value: unknown) => (Array.isArray(value) ? value.map(idOf) : [undefined])

const optionFields = {
  variant_id: field<number | null, number | string | null>({
    error: (value) => (isBlank(value) || idOf(value) ? undefined : VARIANT_GONE),
    read: (value) => (isBlank(value) ? null : idOf(value)!),
    json: { type: 'integer', description: 'Of a service with variants: the one' },
  }),
  addon_ids: field<number[]>({
    error: (value) => (idsOf(value).includes(undefined) || idsOf(value).length > 50 ? ADDON_GONE : undefined),
    read: (value) => [...new Set(idsOf(value) as number[])],
    json: { type: 'array', items: { type: 'integer' }, description: 'The add-ons of the service' },
  }),
}
/** What is chosen of a service; left out of a change, it stays as booked unless the service changes. */
const chosenOptions = z.object(optionFields).partial().shape

const fields = {
  service_id: field<number, number | string>({
    error: CHOICE_RULES.service_id,
    read: (value) => idOf(value)!,
    json: { type: 'integer', description: 'The service' },
  }),
  professional_id: field<number, number | string>({
    error: CHOICE_RULES.professional_id,
    read: (value) => idOf(value)!,
    json: { type: 'integer', description: 'A professional who does it' },
  }),
  appointment_date: field<string>({
    error: CHOICE_RULES.appointment_date,
    read: (value) => cleanText(value).slice(0, 10),
    json: { type: 'string', description: 'YYYY-MM-DD, today to 30 days ahead in the business’s time zone' },
  }),
  appointment_time: field<string>({
    error: CHOICE_RULES.appointment_time,
    read: (value) => cleanText(value).slice(0, 5),
    json: { type: 'string', description: 'HH:MM, one of the free times' },
  }),
  client_phone: field<string>({
    error: PERSON_RULES.client_phone,
    read: (value) => normalisePhone(value)!,
    json: { type: 'string', description: "Country code and digits, as '+573001234567'" },
  }),
  client_name: field<string>({
    error: PERSON_RULES.client_name,
    read: cleanText,
    json: { type: 'string', maxLength: LIMITS.name, description: 'Who comes' },
  }),
  client_email: field<string>({
    error: PERSON_RULES.client_email,
    read: cleanText,
    json: { type: 'string', format: 'email', description: 'Confirmation and reminders go there' },
  }),
  client_id: field<string | null>({
    error: PERSON_RULES.client_id,
    read: (value) => cleanText(value) || null,
    json: { type: 'string', description: 'Identity document, 8 to 12 digits' },
  }),
  notes: field<string | null>({
    error: PERSON_RULES.notes,
    read: (value) => cleanText(value) || null,
    json: { type: 'string', maxLength: LIMITS.text, description: 'For the professional' },
  }),
}
const whole = {
  ...fields,
  ...chosenOptions,
  client_id: fields.client_id.default(null),
  notes: fields.notes.default(null),
}
const anyProfessional = {
  professional_id: field<number | typeof ANY, number | string>({
    error: BOOKING_RULES.professional_id,
    read: (value) => (value === ANY ? ANY : idOf(value)!),
    json: {
      type: ['integer', 'string'],
      description: "A professional who does it; 'any': one of those who are free",
    },
  }),
}
const terms = field<unknown, boolean>({
  error: (value) => (value === false ? TERMS_REQUIRED : undefined),
  read: (value) => value,
  json: { type: 'boolean', description: 'False is refused' },
}).optional()

/** The client as the owner writes it: `walk_in` decides what may be missing. */
const ownersClient = {
  client_phone: field<string, string | null>({
    error: WALK_IN_RULES.client_phone,
    read: (value) => normalisePhone(value) ?? '',
    json: { type: 'string', description: "Country code and digits, as '+573001234567'" },
  }),
  client_name: field<string, string | null>({
    error: WALK_IN_RULES.client_name,
    read: (value) => cleanText(value) || WALK_IN_NAME,
    json: { type: 'string', maxLength: LIMITS.name, description: 'Who comes' },
  }),
  client_email: field<string | null>({
    error: WALK_IN_RULES.client_email,
    read: (value) => cleanText(value) || null,
    json: { type: 'string', format: 'email', description: 'Confirmation and reminders go there' },
  }),
}
const walk_in = flag(
  `True: telephone, e-mail and name may be left out; the name is then '${WALK_IN_NAME}', and nobody is mailed`,
)

/** A whole appointment, new or changed, as its owner writes it. */
export const appointmentInput = z.object({
  ...whole,
  // Missing only where the form's rule lets it be.
  client_phone: ownersClient.client_phone.default(''),
  client_name: ownersClient.client_name.default(WALK_IN_NAME),
  client_email: ownersClient.client_email.default(null),
  terms,
  walk_in: walk_in.default(false),
})
/** The changed fields of an appointment; missing ones stay. */
export const appointmentChanges = z
  .object({ ...fields, ...ownersClient, ...optionFields, walk_in })
  .partial()
  .extend(formVersion)

const agreed = (to: string) => flag(`True: ${to}`).default(false)

export const newAppointment = form(appointmentErrors, {
  ...appointmentInput.shape,
  whatsapp_consent: agreed('the client told the business that they want messages of WhatsApp'),
  ...anyProfessional,
  ...atTheCounter,
  ...ofCard,
})
export const changedAppointment = form(appointmentErrors, { ...appointmentInput.shape, ...formVersion })
export const patchedAppointment = form(changeErrors, appointmentChanges.shape)

const ofBusiness = ({ business_id }: Input) =>
  idOf(business_id) ? undefined : { business_id: 'Negocio es requerido' }
const online = {
  business_id: id('The business'),
  ...whole,
  // Missing only where the rule lets it be.
  client_email: ownersClient.client_email.default(null),
  no_messages: agreed('the e-mail may be left out, where the business lets it be; nobody is mailed'),
  ...anyProfessional,
  whatsapp_consent: agreed('the client wants messages of WhatsApp about the appointments'),
  marketing_consent: agreed('the client wants advertising of the business'),
  send_confirmation: anything<boolean>('boolean', 'Always true'),
  recaptcha_token: anything<string>('string', 'Answer to the human check'),
  terms,
  client_timezone: field<string | null>({
    read: zoneNamed,
    json: {
      type: 'string',
      description: 'As the header client-timezone, of a page of before',
    },
  }).optional(),
  consent_version: field<string | null>({
    read: (value) => cleanText(value).slice(0, 40) || null,
    json: { type: 'string', description: 'Version of the terms that were accepted' },
  }).optional(),
}
/** A booking on the public page. Without a business, nothing else can be checked. */
export const bookingInput = form(
  // All that is wrong at once, like what the fields find.
  (input) =>
    ofBusiness(input) ?? (isBlank(input['client_email']) && !leavesNoEmail(input) ? bookedErrors(input) : {}),
  online,
)
/** The same by somebody whom the browser knows: who that is, the server reads. */
export const rememberedInput = form(
  (input) => ofBusiness(input) ?? {},
  z.object(online).omit({
    client_phone: true,
    client_name: true,
    client_email: true,
    client_id: true,
    no_messages: true,
    whatsapp_consent: true,
    marketing_consent: true,
    send_confirmation: true,
  }).shape,
)

/** How long an appointment lasts from now on. */
export const resizeInput = z.object({
  duration_minutes: field<number, number | string>({
    error: (value) =>
      isWhole(value, SHORTEST_MINUTES, LONGEST_MINUTES) && numberOf(value)! % RESIZE_STEP === 0
        ? undefined
        : `La duración va de ${SHORTEST_MINUTES} a ${LONGEST_MINUTES} minutos, de ${RESIZE_STEP} en ${RESIZE_STEP}`,
    read: (value) => numberOf(value)!,
    json: { type: 'integer', minimum: SHORTEST_MINUTES, maximum: LONGEST_MINUTES, multipleOf: RESIZE_STEP },
  }),
  ...formVersion,
})

export type Appointment = z.output<typeof appointment>
export type AppointmentInput = Omit<z.output<typeof appointmentInput>, 'terms' | 'walk_in'>
export type AppointmentChanges = Omit<z.output<typeof appointmentChanges>, 'walk_in'>
/** A new one: its professional may be any. */
export type NewAppointmentInput = Omit<
  z.output<typeof newAppointment>,
  'terms' | 'walk_in' | 'whatsapp_consent' | 'card_id' | 'as_on_card' | keyof AtTheCounter
> &
  Partial<AtTheCounter>
