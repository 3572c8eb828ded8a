import { EMAIL_NEEDS_PASSWORD, isSameEmail } from '#domain/account.ts'
import type { Assignment } from '#domain/assignment.ts'
import type { AskingEmail } from '#domain/business.ts'
import { DEFAULT_COUNTRY, e164, nationalNumber, parsePhone, phoneError } from '#domain/phone.ts'
import type { FieldErrors } from '#domain/fields.ts'
import type { ProfileChanges, Profile } from '../profile.ts'

/** The form 'Información del negocio': texts, as inputs hold them. */
export const values = (profile: Profile) => {
  const phone = parsePhone(profile.phone)
  return {
    business_name: profile.business_name,
    business_type: profile.business_type,
    description: profile.description ?? '',
    price_range: profile.price_range ?? '',
    email: profile.email,
    // Typed when the e-mail changes, and never kept.
    currentPassword: '',
    phone_country: phone?.iso ?? DEFAULT_COUNTRY,
    phone: phone?.national ?? profile.phone,
    is_virtual: profile.is_virtual,
    address: profile.address ?? '',
    latitude: profile.latitude,
    longitude: profile.longitude,
    city: profile.city ?? '',
    state: profile.state ?? '',
    country: profile.country ?? '',
    timezone: profile.timezone,
    currency: profile.currency,
    slot_interval_minutes: String(profile.slot_interval_minutes),
    min_notice_minutes: String(profile.min_notice_minutes),
    horizon_days: String(profile.horizon_days),
    cancel_notice_minutes: String(profile.cancel_notice_minutes),
    buffers_inside_hours: profile.buffers_inside_hours,
    suggests_compact: profile.suggests_compact,
    max_future_appointments: String(profile.max_future_appointments),
    asks_email: profile.asks_email as string,
    assignment: profile.assignment as string,
    tell_new_professional: profile.tell_new_professional,
  }
}

export type BusinessValues = ReturnType<typeof values>

const TEXTS = [
  ...(['business_name', 'business_type', 'description', 'price_range', 'email'] as const),
  ...(['city', 'state', 'country', 'timezone', 'currency'] as const),
]

const national = ({ phone_country, phone }: BusinessValues): string => nationalNumber(phone_country, phone)

export function fields(form: BusinessValues): ProfileChanges {
  const { is_virtual, address, latitude, longitude } = form
  return {
    ...Object.fromEntries(TEXTS.map((name) => [name, form[name].trim()])),
    ...(form.currentPassword && { currentPassword: form.currentPassword }),
    phone: e164(form.phone_country, national(form)),
    slot_interval_minutes: Number(form.slot_interval_minutes),
    min_notice_minutes: Number(form.min_notice_minutes),
    horizon_days: Number(form.horizon_days),
    cancel_notice_minutes: Number(form.cancel_notice_minutes),
    buffers_inside_hours: form.buffers_inside_hours,
    suggests_compact: form.suggests_compact,
    max_future_appointments: Number(form.max_future_appointments),
    asks_email: form.asks_email as AskingEmail,
    assignment: form.assignment as Assignment,
    tell_new_professional: form.tell_new_professional,
    is_virtual,
    // A virtual business has no location; the server removes an earlier one.
    ...(!is_virtual && { address: address.trim(), latitude, longitude }),
  }
}

/** Rules across fields: another log-in needs the password, a business that is not virtual an address. */
export const more =
  (isLogin: boolean) =>
  (form: BusinessValues, changes: ProfileChanges, base: Profile): FieldErrors => {
    const isPasswordMissing = isLogin && !isSameEmail(form.email, base.email) && form.currentPassword === ''
    const isPlaceTouched = changes.address !== undefined || changes.is_virtual !== undefined
    const isPlaceMissing = isPlaceTouched && !form.is_virtual && form.address.trim() === ''
    // Several countries share a code: the example has to be that of the chosen country.
    const isPhoneTyped = changes.phone !== undefined && national(form) !== ''
    const format = isPhoneTyped ? phoneError(form.phone_country, national(form)) : undefined
    return {
      ...(isPasswordMissing && { currentPassword: EMAIL_NEEDS_PASSWORD }),
      ...(isPlaceMissing && { address: 'Por favor ingresa la dirección de tu negocio' }),
      ...(format && { phone: format }),
    }
  }
