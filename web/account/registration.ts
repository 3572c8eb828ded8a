import { registrationErrors } from '#domain/account.ts'
import type { FieldErrors } from '#domain/fields.ts'
import { DEFAULT_COUNTRY, e164, nationalNumber, phoneError } from '#domain/phone.ts'
import type { Place } from '../ui/location/leaflet-map.ts'

/** The registration as typed. */
export interface Registration {
  business_name: string
  business_type: string
  phone_country: string
  phone: string
  is_virtual: boolean
  address: string
  email: string
  password: string
  confirmPassword: string
  terms: boolean
}

const national = (form: Registration): string => nationalNumber(country(form), form.phone ?? '')
const country = ({ phone_country }: Registration): string => phone_country || DEFAULT_COUNTRY

/** A place on the map, and the address that was written when it was found or pointed at. */
export interface Placed {
  place: Place
  address: string
}

/** The place of the address as it is written now: a detail may follow, such as the floor, but another address has none yet. */
export function placeOf({ address }: Registration, placed: Placed | undefined): Place | undefined {
  if (!placed) return undefined
  const now = plain(address ?? '')
  const before = plain(placed.address)
  // 'Calle 100' is no detail of 'Calle 10'. Whoever pointed first may write anything.
  const isLonger = before !== '' && /^[\p{L}\d]/u.test(now.slice(before.length))
  return now.startsWith(before) && !isLonger ? placed.place : undefined
}

const plain = (address: string) => address.trim().replace(/\s+/g, ' ').toLowerCase()

/** The registration as the API takes it. */
export function payloadOf(form: Registration, place?: Place) {
  const isVirtual = form.is_virtual === true
  return {
    business_name: form.business_name,
    business_type: form.business_type,
    is_virtual: isVirtual,
    email: form.email?.trim(),
    phone: e164(country(form), national(form)),
    password: form.password,
    confirmPassword: form.confirmPassword,
    terms: form.terms,
    address: isVirtual ? null : form.address,
    latitude: isVirtual ? null : (place?.latitude ?? null),
    longitude: isVirtual ? null : (place?.longitude ?? null),
  }
}

/** `mustPlace`: the map is available, so the address has to be found on it. */
export function errorsOf(form: Registration, place: Place | undefined, mustPlace: boolean): FieldErrors {
  const errors = registrationErrors(payloadOf(form, place), { mustConfirmAddress: mustPlace })
  // Several countries share a code: the example has to be that of the chosen country.
  const format = phoneFormatError(form)
  return format ? { ...errors, phone: format } : errors
}

/** Error of a typed number; none when it is missing. */
export const phoneFormatError = (form: Registration): string | undefined =>
  national(form) === '' ? undefined : phoneError(country(form), national(form))
