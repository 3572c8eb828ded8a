/** What an owner may say of a service's variants and add-ons, of categories, and of what each professional takes for it. */
import { cleanText, idOf, inputOf, isBlank, numberOf, requiredText } from './fields.ts'
import { isWhole, LONGEST_MINUTES } from './limits.ts'
import { priceError } from './service.ts'
import { type Option, type OwnTerms } from './terms.ts'

export const MOST_VARIANTS = 12
export const MOST_ADDONS = 5
export const MOST_CATEGORIES = 30
/** Of names of options and categories. */
export const MAX_OPTION_NAME = 60
/** Minutes of options and of single professionals; those of services go by quarters of an hour. */
const OPTION_STEP = 5

/** An option as a form sends it: a new one has no id yet. */
export type NewOption = Omit<Option, 'id'> & { id?: number | undefined }

/** What a service costs and takes with a professional. */
export interface ProfessionalTerms extends OwnTerms {
  professional_id: number
}

/** The error of a service's variants. */
export const variantsError = (value: unknown): string | undefined =>
  optionsError(value, { one: 'opción', many: 'opciones', most: MOST_VARIANTS, least: 15 })

/** The error of a service's add-ons. */
export const addonsError = (value: unknown): string | undefined =>
  optionsError(value, { one: 'adicional', many: 'adicionales', most: MOST_ADDONS, least: 0 })

/** Of a list that passed. */
export const optionsOf = (value: unknown): NewOption[] =>
  listOf(value).map((each) => ({
    id: idOf(each['id']),
    name: cleanText(each['name']),
    duration_minutes: numberOf(each['duration_minutes'])!,
    price: isBlank(each['price']) ? 0 : numberOf(each['price'])!,
  }))

/** The error of what single professionals cost and take; who has neither is as if not named. */
export function byProfessionalError(value: unknown): string | undefined {
  if (isBlank(value)) return undefined
  if (!Array.isArray(value)) return 'Los profesionales deben ser una lista'
  const ids = listOf(value).map((each) => idOf(each['professional_id']))
  if (ids.includes(undefined)) return 'Di de qué profesional es el precio'
  if (new Set(ids).size < ids.length) return 'Cada profesional va una sola vez'
  for (const each of listOf(value)) {
    const wrong = isBlank(each['price']) ? undefined : priceError(each['price'])
    if (wrong) return wrong
    if (!isBlank(each['duration_minutes']) && !areMinutes(each['duration_minutes'], 15))
      return `Los minutos de un profesional van de 15 a ${LONGEST_MINUTES}, de 5 en 5`
  }
  return undefined
}

/** Of a list that passed. */
export const byProfessionalOf = (value: unknown): ProfessionalTerms[] =>
  listOf(value)
    .map((each) => ({
      professional_id: idOf(each['professional_id'])!,
      price: isBlank(each['price']) ? null : numberOf(each['price'])!,
      duration_minutes: isBlank(each['duration_minutes']) ? null : numberOf(each['duration_minutes'])!,
    }))
    .filter(({ price, duration_minutes }) => price !== null || duration_minutes !== null)

export const categoryError = (value: unknown): string | undefined =>
  requiredText(value, 'El nombre de la categoría es requerido', MAX_OPTION_NAME)

interface Kind {
  one: string
  many: string
  most: number
  /** The fewest minutes. */
  least: number
}

function optionsError(value: unknown, { one, many, most, least }: Kind): string | undefined {
  if (isBlank(value)) return undefined
  if (!Array.isArray(value)) return `Los datos de ${many} deben ser una lista`
  if (value.length > most) return `Un servicio puede tener hasta ${most} ${many}`
  const names = new Set<string>()
  const ids = new Set<number>()
  for (const each of listOf(value)) {
    const wrong = requiredText(each['name'], `Ponle un nombre a cada ${one}`, MAX_OPTION_NAME)
    if (wrong) return wrong
    const name = cleanText(each['name'])
    if (!areMinutes(each['duration_minutes'], least))
      return `${name}: los minutos van de ${least} a ${LONGEST_MINUTES}, de 5 en 5`
    const price = isBlank(each['price']) ? undefined : priceError(each['price'])
    if (price) return `${name}: ${price.charAt(0).toLowerCase()}${price.slice(1)}`
    const id = idOf(each['id'])
    if (names.has(name.toLowerCase()) || (id && ids.has(id))) return `${name} está dos veces`
    names.add(name.toLowerCase())
    if (id) ids.add(id)
  }
  return undefined
}

const areMinutes = (value: unknown, least: number) =>
  isWhole(value, least, LONGEST_MINUTES) && numberOf(value)! % OPTION_STEP === 0

const listOf = (value: unknown) => (Array.isArray(value) ? value.map(inputOf) : [])
