/** Signing up, signing in and passwords. Specification 000 §5, 001 §5. */
import { TERMS_REQUIRED } from './booking.ts'
import { businessNameError, businessTypeError, coordinateError } from './business.ts'
import type { FieldErrors, Input } from './fields.ts'
import { emailError } from './email.ts'
import { cleanText, errorsOf, inputOf, isBlank, longText } from './fields.ts'
import { fullPhoneError } from './phone.ts'

export const PASSWORD_MIN = 6
/** Far longer than any real password; hashing an endless one would open the way to an attack. */
const PASSWORD_MAX = 200

export const COMMON_PASSWORD = 'Esa contraseña es muy común'
export const OWN_PASSWORD = 'La contraseña no puede ser tu correo ni tu teléfono. Elige otra.'
/** Of a common one, where the second step is to be switched off. */
export const CHANGE_FIRST =
  'Tu contraseña es muy común: cámbiala antes de desactivar la verificación en dos pasos.'

/** Error of a password. It is not trimmed: spaces count. */
export function passwordError(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return 'Contraseña es requerida'
  if (value.length < PASSWORD_MIN) return `La contraseña debe tener al menos ${PASSWORD_MIN} caracteres`
  return value.length > PASSWORD_MAX ? `La contraseña no puede exceder ${PASSWORD_MAX} caracteres` : undefined
}

/**
 * The e-mail of an account, as it is kept and looked for. Of 'İ', and of 'Σ' at the end of a word, PostgreSQL and JavaScript make
 * different small letters: one account would have many names, each guessed at anew. So it holds the database's.
 */
export const accountEmail = (value: unknown): string =>
  cleanText(value).replaceAll('İ', 'i').replaceAll('Σ', 'σ')

const accountEmailError = (value: unknown) => emailError(isBlank(value) ? value : accountEmail(value))

/** email and password of the owner's sign-in. */
export function loginErrors(input: unknown): FieldErrors {
  const form = inputOf(input)
  return errorsOf({ email: accountEmailError(form['email']), password: passwordError(form['password']) })
}

/** email and password of the administrator's sign-in; no minimum length. */
export function adminLoginErrors(input: unknown): FieldErrors {
  const { email, password } = inputOf(input)
  const missing = typeof password !== 'string' || password === ''
  return errorsOf({
    email: accountEmailError(email),
    password: missing ? 'Contraseña es requerida' : undefined,
  })
}

/** email of the 'forgot my password' form. */
export function forgotErrors(input: unknown): FieldErrors {
  return errorsOf({ email: accountEmailError(inputOf(input)['email']) })
}

/** password and confirmPassword of the reset screen. */
export function resetErrors(input: unknown): FieldErrors {
  const form = inputOf(input)
  return errorsOf({ password: passwordError(form['password']), confirmPassword: confirmationError(form) })
}

/** password of the reset call, and confirmPassword when it is present. */
export function resetCallErrors(input: unknown): FieldErrors {
  const form = inputOf(input)
  return form['confirmPassword'] === undefined
    ? errorsOf({ password: passwordError(form['password']) })
    : resetErrors(form)
}

/**
 * currentPassword and newPassword, and confirmPassword when it is present (the API call does not send it).
 */
export function changePasswordErrors(input: unknown): FieldErrors {
  const { currentPassword, newPassword, confirmPassword } = inputOf(input)
  const missing = typeof currentPassword !== 'string' || currentPassword === ''
  const differs = confirmPassword !== undefined && confirmPassword !== newPassword
  return errorsOf({
    currentPassword: missing ? 'Contraseña actual es requerida' : undefined,
    newPassword: passwordError(newPassword),
    confirmPassword: differs ? 'Las contraseñas no coinciden' : undefined,
  })
}

/** The business's e-mail is its owner's log-in: replacing it asks who is at the screen. */
export const EMAIL_NEEDS_PASSWORD = 'Para cambiar el correo, escribe tu contraseña actual'

/** Other capitals, or spaces around it, make no other e-mail. */
export const isSameEmail = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * Errors of a registration. The screen also requires an address found on the map (`mustConfirmAddress`); an
 * API call may register an address without coordinates, because a map service may not be available.
 */
export function registrationErrors(
  input: unknown,
  options: { mustConfirmAddress?: boolean } = {},
): FieldErrors {
  const form = inputOf(input)
  return errorsOf({
    business_name: businessNameError(form['business_name']),
    business_type: businessTypeError(form['business_type']),
    address: addressError(form, options.mustConfirmAddress ?? false),
    email: emailError(form['email']),
    phone: fullPhoneError(form['phone']),
    password: passwordError(form['password']),
    confirmPassword: confirmationError(form),
    terms: form['terms'] === true ? undefined : TERMS_REQUIRED,
    latitude: coordinateError(form['latitude'], 90),
    longitude: coordinateError(form['longitude'], 180),
  })
}

function confirmationError({ password, confirmPassword }: Input): string | undefined {
  if (typeof confirmPassword !== 'string' || confirmPassword === '')
    return 'Confirmar contraseña es requerido'
  return confirmPassword === password ? undefined : 'Las contraseñas deben coincidir'
}

function addressError(form: Input, mustConfirm: boolean): string | undefined {
  if (form['is_virtual'] === true) return undefined
  if (isBlank(form['address'])) return 'Por favor ingresa la dirección de tu negocio'
  const found = !isBlank(form['latitude']) && !isBlank(form['longitude'])
  if (mustConfirm && !found) return 'Por favor busca y confirma la dirección de tu negocio'
  return longText(form['address'])
}
