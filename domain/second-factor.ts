/** The second step of a log-in: codes of an app, and ten for the day on which it is lost. */
import { errorsOf, inputOf, type FieldErrors } from './fields.ts'

export const RECOVERY_CODES = 10
/** How long a secret that is shown waits for its first code. */
export const SETUP_MINUTES = 60

export const CODE_NEEDED = 'Escribe el código de tu app de verificación'
export const CODE_FORM = 'El código tiene 6 números; uno de recuperación, 16 letras y números'
export const CODE_WRONG =
  'El código no es correcto. Escribe el que tu app muestra ahora; si no sirve, revisa que la hora de tu celular sea automática.'
export const CODE_USED = 'Ese código ya se usó. Espera el siguiente: sale en menos de medio minuto.'
export const RECOVERY_WRONG = 'Ese código de recuperación no es correcto o ya se usó'
export const APP_NEEDED = 'Aquí va el código de 6 números de tu app, no uno de recuperación'
export const SETUP_GONE = 'Este código QR ya no sirve. Empieza de nuevo con otro.'
export const ALREADY_ON = 'La verificación en dos pasos ya está activada'
export const NOT_ON = 'La verificación en dos pasos no está activada'

// Without i, l, o and u, which are misread or misheard.
const RECOVERY_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

/** A typed code as it is compared: of an app, or of recovery; undefined for what is neither. */
export function readCode(value: unknown): { kind: 'app' | 'recovery'; code: string } | undefined {
  if (typeof value !== 'string' || value.length > 60) return undefined
  const code = value.toLowerCase().replace(/[\s-]/g, '')
  if (/^\d{6}$/.test(code)) return { kind: 'app', code }
  // What people write for the letters that are not there.
  const meant = code.replace(/o/g, '0').replace(/[il]/g, '1')
  return new RegExp(`^[${RECOVERY_LETTERS}]{16}$`).test(meant) ? { kind: 'recovery', code: meant } : undefined
}

export function codeError(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return CODE_NEEDED
  return readCode(value) ? undefined : CODE_FORM
}

/** 80 bits as people read them: 'k7mq-3x9d-w2ht-5vbc'. */
export function recoveryCode(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = bits.match(/.{5}/g)!.map((five) => RECOVERY_LETTERS[Number.parseInt(five, 2)])
  return letters.join('').match(/.{4}/g)!.join('-')
}

/** Password and code, of whoever changes how they sign in. */
export function secondFactorErrors(input: unknown): FieldErrors {
  const { currentPassword, code } = inputOf(input)
  const isMissing = typeof currentPassword !== 'string' || currentPassword === ''
  return errorsOf({
    currentPassword: isMissing ? 'Escribe tu contraseña' : undefined,
    code: codeError(code),
  })
}

/** The code alone, of a log-in. */
export const codeErrors = (input: unknown): FieldErrors =>
  errorsOf({ code: codeError(inputOf(input)['code']) })
