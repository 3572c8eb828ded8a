/** Notes on a client's health: sensitive data (Ley 1581 de 2012, art. 5 and 6), kept with an express consent alone. */
import { optionalText } from './fields.ts'

/** Of the name of who agrees for a client under age. */
export const RESPONSIBLE_MAX = 120

/** How many a card holds. */
export const MOST_HEALTH_NOTES = 100
/** The text that a client agrees to; a changed text gets another version. */
export const HEALTH_CONSENT_VERSION = '2026-11'

export const HEALTH_SENTENCES = {
  consent: 'Los datos de salud requieren autorización expresa del cliente',
  responsible: 'Es menor de edad: escribe quién lo autoriza, su padre, madre o acudiente',
  full: `Una ficha tiene hasta ${MOST_HEALTH_NOTES} datos de salud. Elimina los que no uses.`,
  noKey: 'Este servidor no tiene la clave de los datos de salud y no puede guardar más. Escríbenos.',
  unreadable: 'Este dato no se puede leer: se guardó con una clave que este servidor no tiene.',
} as const

/** The error of the name of who agrees for a client under age, which may be missing. */
export const responsibleError = (value: unknown): string | undefined => optionalText(value, RESPONSIBLE_MAX)
