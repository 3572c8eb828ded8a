/** Passkeys: signing in by what unlocks the phone or the computer. */
import { cleanText, errorsOf, inputOf, type FieldErrors } from './fields.ts'

export const PASSKEY_NAME_MAX = 60
export const MOST_PASSKEYS = 20

export const PASSKEY_REFUSED = 'Esa llave de acceso no sirve aquí. Prueba otra vez o entra con tu contraseña.'
export const PASSKEY_COPIED =
  'Esa llave de acceso parece una copia y no abre tu cuenta. Entra con tu contraseña y quítala de tus llaves.'
export const PASSKEY_LATE = 'Pasó mucho tiempo. Prueba otra vez.'
export const PASSKEY_ELSEWHERE = 'Esa llave de acceso ya es de otra cuenta'
export const PASSKEY_GONE = 'Esa llave de acceso ya no está'
export const PASSKEYS_FULL = `Puedes tener ${MOST_PASSKEYS} llaves de acceso. Quita una para agregar otra.`
export const NO_PASSKEYS = 'Las llaves de acceso no están disponibles en esta dirección'

function passkeyNameError(value: unknown): string | undefined {
  const name = cleanText(value)
  if (name === '') return 'Escribe un nombre, por ejemplo «Mi celular»'
  return name.length > PASSKEY_NAME_MAX
    ? `El nombre no puede exceder ${PASSKEY_NAME_MAX} caracteres`
    : undefined
}

export const passkeyErrors = (input: unknown): FieldErrors =>
  errorsOf({ name: passkeyNameError(inputOf(input)['name']) })

export function passwordProofErrors(input: unknown): FieldErrors {
  const { currentPassword } = inputOf(input)
  const isMissing = typeof currentPassword !== 'string' || currentPassword === ''
  return errorsOf({ currentPassword: isMissing ? 'Escribe tu contraseña' : undefined })
}
