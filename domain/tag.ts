/** The words that a business sorts its clients by. */
import { cleanText, isBlank, optionalText } from './fields.ts'

export const TAG_MAX = 30
/** How many a business has, and how many a card. */
export const MOST_TAGS = 30
export const MOST_CARD_TAGS = 8
/** How many colours there are: those of services. */
export const TAG_COLOURS = 16

// What the list says by itself.
const BY_ITSELF = ['nuevo', 'frecuente']

export const TAG_SENTENCES = {
  most: `Tu negocio tiene hasta ${MOST_TAGS} etiquetas. Elimina una que no uses.`,
  mostOfCard: `Una ficha tiene hasta ${MOST_CARD_TAGS} etiquetas. Quita una primero.`,
  taken: 'Ya tienes una etiqueta con ese nombre',
  divided: 'Escribe la etiqueta sin punto y coma',
  none: 'Etiqueta no encontrada',
}

/** '  Cabello   largo ' → 'Cabello largo' */
export const tagLabel = (value: unknown): string => cleanText(value).replace(/\s+/g, ' ')

export function tagError(value: unknown): string | undefined {
  if (isBlank(value)) return 'Escribe la etiqueta'
  const label = typeof value === 'string' ? tagLabel(value) : value
  if (typeof label === 'string' && BY_ITSELF.includes(label.toLowerCase()))
    return `«${label}» se pone sola, según las visitas`
  return optionalText(label, TAG_MAX)
}

export const tagColourError = (value: unknown): string | undefined =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= TAG_COLOURS ? undefined : 'Elige un color'
