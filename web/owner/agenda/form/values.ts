import { appointmentErrors } from '#domain/appointment.ts'
import { ANY } from '#domain/choice.ts'
import { bareDocument } from '#domain/client.ts'
import { ownDurationError, ownPriceError } from '#domain/counter.ts'
import { isMasked } from '#domain/masked.ts'
import { similarNames } from '#domain/import/names-alike.ts'
import { durationText } from '#domain/dates.ts'
import { ownPrice } from '#domain/money.ts'
import { errorsOf } from '#domain/fields.ts'
import { countryOfPhone, e164, nationalNumber, parsePhone } from '#domain/phone.ts'
import type { ProfessionalTerms } from '#domain/options.ts'
import { type Offered, termsOf } from '#domain/terms.ts'
import { doesService } from '#domain/specialties.ts'
import type { Professional } from '#domain/api/professional.ts'
import type { Service } from '#domain/api/service.ts'
import type { BookingInput } from '../../data/appointment-changes.ts'
import type { Appointment } from '../../data/appointment.ts'
import type { EarlierClient } from '../../data/appointments.ts'
import type { Mark } from '../../marks/marks.ts'

/** The form's values as typed: ids as text, the phone as its national number. */
export interface Values {
  client_name: string
  country: string
  client_phone: string
  client_email: string
  client_id: string
  /** The card that it was filled from, and whose name stood on it; empty for somebody new. */
  card_id: string
  card_name: string
  /** 'yes' when it says who the client is: for who sees their contacts masked. */
  as_on_card: '' | 'yes'
  professional_id: string
  service_id: string
  variant_id: string
  /** '3,5' */
  addon_ids: string
  appointment_date: string
  appointment_time: string
  notes: string
  /** 'yes' when the client need not leave an e-mail, a telephone or a name. */
  walk_in: '' | 'yes'
  /** 'yes' when the client asked for messages of WhatsApp. */
  whatsapp_consent: '' | 'yes'
  /** 'yes' when it begins this minute. */
  now: '' | 'yes'
  /** 'yes' while its time goes on with the clock. */
  ticks: '' | 'yes'
  /** 'yes' when it is booked outside the hours. */
  anyway: '' | 'yes'
  /** Of this appointment alone; as the service says when empty. */
  duration_minutes: string
  price: string
}

const AS_USUAL = {
  whatsapp_consent: '',
  now: '',
  ticks: '',
  anyway: '',
  duration_minutes: '',
  price: '',
} as const

/** Initial values, when the form is opened from a time or a professional. */
export interface Preset {
  date?: string
  time?: string
  professional_id?: number
  service_id?: number
  /** An earlier client, or what was typed of a new one. */
  client?: Partial<EarlierClient & Mark>
  /** The client need not leave an e-mail, a telephone or a name. */
  walk_in?: boolean
  /** The client asked for messages of WhatsApp. */
  whatsapp_consent?: boolean
}

export function emptyValues(businessPhone: string, preset: Preset): Values {
  return {
    client_name: preset.client?.client_name ?? '',
    ...contactsOf(preset.client, businessPhone),
    professional_id: preset.professional_id ? String(preset.professional_id) : '',
    service_id: preset.service_id ? String(preset.service_id) : '',
    variant_id: '',
    addon_ids: '',
    appointment_date: preset.date ?? '',
    appointment_time: '',
    notes: '',
    walk_in: preset.walk_in ? 'yes' : '',
    ...AS_USUAL,
    whatsapp_consent: preset.whatsapp_consent ? 'yes' : '',
  }
}

/** All that a card fills in beside the name: what it does not have is empty, and not somebody else's. */
export function contactsOf(client: Preset['client'], businessPhone: string) {
  const isMasked = isMaskedClient(client)
  const { client_phone: full = '', client_email: email, client_id } = (!isMasked && client) || {}
  const phone = parsePhone(full)
  return {
    country: phone?.iso ?? countryOfPhone(businessPhone),
    client_phone: phone?.national ?? full,
    client_email: email ?? '',
    client_id: client_id ?? '',
    ...cardOf(client),
    as_on_card: isMasked ? 'yes' : '',
  } as const
}

/** Whether the form shows a client whose phone and e-mail it does not know: the card does. */
export const isMaskedClient = (client: Preset['client']): boolean =>
  client?.id !== undefined && isMasked(`${client.client_phone ?? ''}${client.client_email ?? ''}`)

/** From whose card the form is filled. */
const cardOf = (client: Partial<EarlierClient> | undefined) => ({
  card_id: client?.id === undefined ? '' : String(client.id),
  card_name: client?.client_name ?? '',
})

export function valuesOf(appointment: Appointment, businessPhone: string): Values {
  const phone = parsePhone(appointment.client_phone)
  return {
    client_name: appointment.client_name,
    country: phone?.iso ?? countryOfPhone(businessPhone),
    client_phone: phone?.national ?? appointment.client_phone,
    client_email: appointment.client_email ?? '',
    client_id: appointment.client_id ?? '',
    ...cardOf(undefined),
    as_on_card: '',
    professional_id: String(appointment.professional_id),
    service_id: String(appointment.service_id),
    variant_id: appointment.variant ? String(appointment.variant.id) : '',
    addon_ids: appointment.addons.map(({ id }) => id).join(),
    appointment_date: appointment.appointment_date,
    appointment_time: appointment.appointment_time,
    notes: appointment.notes ?? '',
    walk_in: appointment.client_email === null || appointment.client_phone === '' ? 'yes' : '',
    ...AS_USUAL,
  }
}

export function inputOf(values: Values): BookingInput {
  const { country, client_phone, professional_id, service_id, walk_in, now, ticks, anyway, ...own } = values
  const { variant_id, addon_ids, duration_minutes, price, whatsapp_consent, card_id, card_name, ...said } =
    own
  const { as_on_card, ...rest } = said
  const national = nationalNumber(country, client_phone)
  return {
    ...rest,
    client_name: rest.client_name.trim(),
    client_email: rest.client_email.trim(),
    client_id: bareDocument(rest.client_id),
    client_phone: walk_in && national === '' ? '' : e164(country, national),
    professional_id: professional_id === ANY ? ANY : Number(professional_id),
    service_id: Number(service_id),
    ...(walk_in && { walk_in: true }),
    // Another name is somebody else, who is found as ever.
    ...(card_id && similarNames(card_name, rest.client_name) && { card_id: Number(card_id) }),
    ...(as_on_card && { as_on_card: true, ...NOT_SAID }),
    // Nobody is written to without a telephone.
    ...(whatsapp_consent && national !== '' && { whatsapp_consent: true }),
    variant_id: variant_id === '' ? null : Number(variant_id),
    addon_ids: idsIn(addon_ids),
    ...(now && { starts_now: true }),
    ...(anyway && { anyway: true }),
    ...(duration_minutes.trim() && { duration_minutes: duration_minutes.trim() }),
    ...(price.trim() && { price: price.trim().replace(',', '.') }),
  }
}

const NOT_SAID = { client_phone: '', client_email: '', client_id: '' }

/** Of a list as it stands in the form. */
export const idsIn = (list: string): number[] => (list === '' ? [] : list.split(',').map(Number))

export const errorsIn = (values: Values) => {
  const input = inputOf(values)
  const own = {
    duration_minutes: ownDurationError(input.duration_minutes),
    price: ownPriceError(input.price),
  }
  return { ...appointmentErrors(input), ...errorsOf(own) }
}

/** What the choice costs and takes so far. An edited appointment's service has what was booked in it already. */
function termsIn(offered: Offered, values: Values, own: readonly ProfessionalTerms[] = []) {
  const { variant_id, addon_ids, professional_id } = values
  const chosen = { variant_id: Number(variant_id), addon_ids: idsIn(addon_ids) }
  return termsOf(
    offered,
    chosen,
    own.find((terms) => String(terms.professional_id) === professional_id),
  )
}

/** Those who may be meant by the choice of a professional: one, or who has the service while it is nobody or anybody. */
function meant(team: readonly Professional[], { professional_id, service_id }: Values): Professional[] {
  const able = team.filter(({ specialties }) => doesService(specialties, Number(service_id)))
  if (professional_id === ANY) return able.filter(({ weight }) => weight > 0)
  return professional_id === '' ? able : able.filter(({ id }) => String(id) === professional_id)
}

/**
 * What the choice takes and costs: '45 min · $ 50.000', or from the least to the most, as long as it is not known with
 * whom or which variant; and each of them when there is one.
 */
export function termsSaid(
  offered: Offered,
  values: Values,
  own: readonly ProfessionalTerms[],
  team: readonly Professional[],
  currency: string,
) {
  const ids = meant(team, values).map(({ id }) => String(id))
  const variants = offered.variants.map(({ id }) => String(id))
  const isOpen = variants.length > 0 && !variants.includes(values.variant_id)
  const all = (ids.length > 0 ? ids : [values.professional_id]).flatMap((professional_id) =>
    (isOpen ? variants : [values.variant_id]).map((variant_id) =>
      termsIn(offered, { ...values, professional_id, variant_id }, own),
    ),
  )
  const least = (of: number[]) => [Math.min(...of), Math.max(...of)] as const
  const [short, long] = least(all.map(({ duration_minutes }) => duration_minutes))
  const [low, high] = least(all.map(({ price }) => price))
  const { price_kind } = all[0]!
  const cost = ownPrice(low, currency, price_kind)
  return {
    text: [
      long > short
        ? `${long > 60 ? durationText(short) : short} a ${durationText(long)}`
        : durationText(short),
      high > low ? `${cost} a ${ownPrice(high, currency, price_kind)}` : cost,
    ].join(' · '),
    duration_minutes: long > short ? undefined : short,
    price: high > low ? undefined : low,
    /** '$ 50.000', where there is one price. */
    cost: high > low ? undefined : cost,
  }
}

/** The services that the professional offers; all of them before one is chosen. */
export function servicesOf(
  services: readonly Service[],
  professional: Professional | undefined,
  edited: Appointment | undefined,
): readonly Service[] {
  if (!professional) return services
  const { id: whose, specialties } = professional
  // What was agreed with this professional stays, whatever is done by now.
  const isBooked = (id: number) => edited?.professional_id === whose && edited.service_id === id
  return services.filter(({ id }) => isBooked(id) || doesService(specialties, id))
}
