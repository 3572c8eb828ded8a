import { profileErrors } from '#domain/business.ts'
import { urlError } from '#domain/fields.ts'
import type { Row } from './queries.ts'
import { unreadable } from './read.ts'

/**
 * What of a business's own row is read by its rules: a zone that no clock knows would stop what is planned for all businesses, and
 * an address that is none must not come near a page.
 */
const JUDGED = [
  'business_name',
  'email',
  'timezone',
  'currency',
  'brand_color',
  'brand_color_secondary',
  'website',
  'facebook',
  'instagram',
  'twitter',
  'logo_url',
  'featured_image',
  'gallery_images',
]

/** The columns of one line without controls: they stand in the heads of mails. */
const ONE_LINE = /(^|_)(name|email|phone)$/
const ADDRESS = /^(image|avatar)_url$/
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f]/

/** @throws Refusal 400 for a business that no profile could be. */
export function ensureSoundBusiness(row: Row): void {
  const judged = Object.fromEntries(JUDGED.map((name) => [name, row[name]]))
  const [fault] = Object.keys(profileErrors(judged))
  if (fault) throw unreadable(`el negocio trae un dato que no cuadra (${fault})`)
}

/** Makes sure of names, e-mails, phones and addresses of pictures, whatever their length, which the database judges. @throws Refusal 400 */
export function ensureSoundTexts(rows: Row[]): void {
  for (const row of rows)
    for (const [name, value] of Object.entries(row))
      if (!isSound(name, value)) throw unreadable(`trae un texto que no cuadra (${name})`)
}

function isSound(name: string, value: unknown): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).every(([key, inner]) => isSound(key, inner))
  if (typeof value !== 'string') return true
  if (ONE_LINE.test(name) && UNPRINTABLE.test(value)) return false
  return !ADDRESS.test(name) || urlError(value) === undefined
}
