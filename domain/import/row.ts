/** What one row of a list of clients says, once it is known what its columns are. */
import { ALERT_MAX, NOTE_MAX } from '../card.ts'
import { isEmail } from '../email.ts'
import { cleanText, LIMITS, longText, optionalText } from '../fields.ts'
import { countryOf, e164, nationalNumber, parsePhone, phoneError } from '../phone.ts'
import { readBirthday } from './birthday.ts'
import type { Target } from './columns.ts'
import { readTags, tagCell, tagsIn } from './tags.ts'
import type { DateOrder } from './when.ts'

export const IMPORT_MAX_BYTES = 5 * 1024 * 1024
export const IMPORT_MAX_ROWS = 20_000
export const IMPORT_MAX_COLUMNS = 100
/** How long an import can be taken back. */
export const UNDO_DAYS = 7

/** What is read of a row. */
export interface ClientRow {
  client_name: string
  /** Empty when there is none. */
  client_phone: string
  client_email: string | null
  client_id: string | null
  /** '05-14', or '1991-05-14' where the year is known. */
  birthday: string | null
  tags: string[]
  note: string | null
  alert: string | null
}
export type RowField = keyof ClientRow
/** A row that cannot be taken, and why. */
export interface RowError {
  field: RowField
  error: string
}
export type ReadRow = ({ row: ClientRow } | RowError) & { typed: Record<RowField, string> }

/** The cells of a row by what their columns are: what is typed for one, or what the file says. */
export function typedOf(
  cells: readonly string[],
  mapping: readonly Target[],
  { iso, headings }: { iso: string; headings: readonly string[] },
): Record<RowField, string> {
  const all = (target: Target) =>
    mapping
      .flatMap((each, column) => (each === target ? [plainCell(cells[column] ?? '')] : []))
      .filter(Boolean)
  const several = (target: Target) => {
    const columns = mapping.flatMap((each, column) => (each === target ? [column] : []))
    const texts = columns.flatMap((column) => {
      const text = plainCell(cells[column] ?? '')
      return text && [columns.length > 1 && headings[column] ? `${headings[column]}: ${text}` : text]
    })
    return texts.filter(Boolean).join('\n')
  }
  return {
    client_name: [...all('client_name'), ...all('last_name')].join(' ').replace(/\s+/g, ' '),
    client_phone: best(all('client_phone').flatMap(parts), iso),
    client_email: all('client_email').flatMap(parts)[0] ?? '',
    client_id: all('client_id')[0] ?? '',
    birthday: all('birthday')[0] ?? '',
    tags: tagCell(all('tags').flatMap(tagsIn)),
    note: several('note'),
    alert: several('alert').replace(/\s+/g, ' '),
  }
}

/** As a spreadsheet shows the cell: without the apostrophe that makes it text, and '="300…"' as 300…. */
const plainCell = (cell: string): string =>
  cleanText(cell.replace(/^'(?=[=+\-@\t])/, '').replace(/^="([^"]*)"$/, '$1'))

/** Address books write several numbers into one cell: '300 123 4567 ::: 601 234 5678'. */
const parts = (cell: string): string[] =>
  cell
    .split(/ ::: |[;\n]| \/ /)
    .map((part) => part.trim())
    .filter(Boolean)

/** Of several numbers the first that could be a mobile's: others belong to houses and offices. */
const best = (numbers: string[], iso: string): string =>
  numbers.find((number) => readPhone(number, iso).phone) ?? numbers[0] ?? ''

/**
 * Reads what was typed, with the telephones of a country where they name none, and birthdays with the day or the month first.
 */
export function readRow(typed: Record<RowField, string>, iso: string, order: DateOrder = 'dmy'): ReadRow {
  const wrong = (field: RowField, error: string): ReadRow => ({ typed, field, error })
  const client_name = cleanText(typed.client_name)
  if (client_name === '') return wrong('client_name', 'Falta el nombre.')
  const nameError = optionalText(client_name, LIMITS.name)
  if (nameError)
    return wrong('client_name', `El nombre «${short(client_name)}» no sirve: ${lower(nameError)}.`)
  const phone = readPhone(typed.client_phone, iso)
  if (phone.error !== undefined) return wrong('client_phone', phone.error)
  const client_email = cleanText(typed.client_email).replace(/^mailto:/i, '') || null
  if (client_email !== null && !isEmail(client_email))
    return wrong('client_email', `El correo «${short(client_email)}» ${emailFault(client_email)}.`)
  // One guessed digit is somebody else's document, and a document alone makes two people one.
  if (isCut(cleanText(typed.client_id), 0))
    return wrong(
      'client_id',
      `Excel recortó la cédula «${short(typed.client_id)}»: escríbela completa, o sube el archivo como XLSX.`,
    )
  const client_id = cleanText(wholeNumber(typed.client_id) ?? typed.client_id.replace(/[.\s,-]/g, '')) || null
  if (client_id !== null && !/^\d{8,12}$/.test(client_id))
    return wrong('client_id', `La cédula «${short(typed.client_id)}» debe tener entre 8 y 12 dígitos.`)
  const birthday = readBirthday(typed.birthday, order)
  if (birthday === undefined)
    return wrong(
      'birthday',
      `El cumpleaños «${short(typed.birthday)}» no se entiende. Ejemplo: 14/05, o 14/05/1991.`,
    )
  const tagged = readTags(typed.tags)
  if (tagged.error !== undefined) return wrong('tags', tagged.error)
  const { tags } = tagged
  const note = cleanText(typed.note) || null
  const noteFault = longText(note, NOTE_MAX)
  if (noteFault) return wrong('note', `La nota no sirve: ${lower(noteFault)}.`)
  const alert = cleanText(typed.alert) || null
  const alertFault = optionalText(alert, ALERT_MAX)
  if (alertFault) return wrong('alert', `La alerta no sirve: ${lower(alertFault)}.`)
  const { phone: client_phone } = phone
  return { typed, row: { client_name, client_phone, client_email, client_id, birthday, tags, note, alert } }
}

const lower = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)
const short = (text: string) => ([...text].length > 40 ? `${[...text].slice(0, 39).join('')}…` : text)
const digits = (typed: string) => wholeNumber(typed) ?? typed.replace(/^(tel:|')/i, '').replace(/[^\d+]/g, '')

const emailFault = (email: string) =>
  /@$|^@|@[^.]*$/.test(email) || !email.includes('@') ? 'está incompleto' : 'no es válido'

type ReadPhone = { phone: string; error?: undefined } | { phone?: undefined; error: string }

/**
 * ('3,00123456E+09', 'CO') → '+573001234560'; ('300 123 45 67', 'CO') → '+573001234567'; a number whose last digits the
 * spreadsheet has dropped is an error.
 */
export function readPhone(typed: string, iso: string): ReadPhone {
  const text = cleanText(typed)
  if (text === '' || /^[-–—.0]+$/.test(text)) return { phone: '' }
  const number = digits(text)
  if (number === '') return { error: `El celular «${short(text)}» no tiene números.` }
  if (isCut(text))
    return {
      error: `Excel recortó el celular «${short(text)}»: escríbelo completo, o sube el archivo como XLSX.`,
    }
  const country = countryOf(iso)
  const national = nationalNumber(iso, number)
  if (!phoneError(iso, national)) return { phone: e164(iso, national) }
  const elsewhere = parsePhone(number.startsWith('00') ? `+${number.slice(2)}` : number)
  if (elsewhere && !phoneError(elsewhere.iso, elsewhere.national))
    return { phone: e164(elsewhere.iso, elsewhere.national) }
  if (number.startsWith('+') && !elsewhere)
    return { error: `El celular «${short(text)}» es de un país con el que todavía no trabajamos.` }
  const at = countryOf(elsewhere?.iso ?? iso)
  const found = (elsewhere?.national ?? national).replace(/\D/g, '').length
  return found === at.example.length
    ? { error: `El celular «${short(text)}» no es un celular de ${at.name}. Ejemplo: ${at.example}.` }
    : {
        error: `El celular «${short(text)}» tiene ${found === 1 ? '1 dígito' : `${found} dígitos`}; en ${country === at ? country.name : at.name} son ${at.example.length}.`,
      }
}

const SCIENTIFIC = /^\+?(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i

/** '3.001234567E+09' → '3001234567', '3001234567.0' → '3001234567'; undefined for what is no number of a spreadsheet. */
function wholeNumber(typed: string): string | undefined {
  const text = typed.trim()
  const [, first, more = '', power] = SCIENTIFIC.exec(text) ?? []
  if (first !== undefined) return `${first}${more.padEnd(Number(power), '0').slice(0, Number(power))}`
  return /^\d{7,15}[.,]0+$/.test(text) ? text.replace(/[.,]0+$/, '') : undefined
}

/** '3.00123E+09' has six of ten digits: the rest is lost, unless it is a zero or so that no program writes. */
function isCut(typed: string, zeros = 1): boolean {
  const [, , more = '', power] = SCIENTIFIC.exec(typed.trim()) ?? []
  return power !== undefined && more.length < Number(power) - zeros
}
