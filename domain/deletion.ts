/** How an owner deletes a business: what is asked first, how long there is a way back, and what is kept afterwards. */
import { cleanText, errorsOf, inputOf, type FieldErrors } from './fields.ts'
import { normalForm } from './normal-form.ts'

/** For how long the owner may come back. */
export const RETURN_DAYS = 30
/** For how long the law wants payments and consents kept (Código de Comercio, art. 60; Ley 962 de 2005, art. 28). */
export const KEPT_YEARS = 10

/** Told to clients whose appointments are cancelled by it. */
export const CLOSED_REASON = 'El negocio cerró su agenda en línea.'
export const NAME_DIFFERS = 'Escribe el nombre de tu negocio tal como aparece'
export const NOT_LEAVING = 'Este negocio no se está eliminando'
export const TOO_LATE = 'Los datos de este negocio ya se están borrando'

export const upcomingText = (n: number) =>
  n === 1
    ? 'Tienes una cita por venir: se cancela y le avisamos a tu cliente solo si lo confirmas'
    : `Tienes ${n} citas por venir: se cancelan y les avisamos a tus clientes solo si lo confirmas`

/** Errors of the form: what is typed has to be there; the server compares it. */
export function deletionErrors(input: unknown): FieldErrors {
  const { currentPassword, business_name } = inputOf(input)
  return errorsOf({
    currentPassword: currentPassword ? undefined : 'Escribe tu contraseña',
    business_name: cleanText(business_name) ? undefined : NAME_DIFFERS,
  })
}

/** Whether somebody typed the name of the business: capitals and spaces around it do not count. */
export const isNameOf = (typed: string, business_name: string): boolean =>
  plain(typed) === plain(business_name)

const plain = (name: string) => normalForm(name, 'NFC').trim().replace(/\s+/g, ' ').toLocaleLowerCase('es')
