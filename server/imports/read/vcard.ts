import { IMPORT_MAX_ROWS } from '#domain/import/row.ts'
import { TOO_MUCH, Unreadable } from './unreadable.ts'

const COLUMNS = ['Nombre completo', 'Celular', 'Teléfono 2', 'Correo', 'Cumpleaños', 'Etiquetas', 'Nota']

interface Line {
  name: string
  parameters: Map<string, string>
  value: string
}

/** The cards of an address book (2.1, 3.0, 4.0) as rows under Spanish headings. */
export function rowsOfVcards(text: string): string[][] {
  const rows: string[][] = []
  let card: Line[] | undefined
  for (const raw of linesOf(text)) {
    if (/^BEGIN:VCARD\s*$/i.test(raw)) card = []
    else if (/^END:VCARD\s*$/i.test(raw)) {
      if (card) rows.push(rowOf(card))
      if (rows.length > IMPORT_MAX_ROWS) throw new Unreadable(TOO_MUCH)
      card = undefined
    } else {
      const line = card && lineOf(raw)
      if (line) card!.push(line)
    }
  }
  if (rows.length === 0) throw new Unreadable()
  return [COLUMNS, ...rows]
}

/** The lines without their folds: a line that goes on begins with a blank, and one of 2.1 goes on after '='. */
function linesOf(text: string): string[] {
  // In parts, which are joined once: a text that grew by each of a million folds would be copied as often.
  const lines: string[][] = []
  let isSoft = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const last = lines.at(-1)
    if (last && isSoft) last.push(last.pop()!.slice(0, -1), line)
    else if (last && /^[ \t]/.test(line)) last.push(line.slice(1))
    else lines.push([line])
    isSoft = line.endsWith('=') && isQuotedPrintable(lines.at(-1)!)
  }
  return lines.map((parts) => parts.join(''))
}

/** By its beginning, which may be folded too. */
const isQuotedPrintable = (parts: string[]) =>
  /^[^:]*QUOTED-PRINTABLE/i.test(
    parts
      .slice(0, 4)
      .map((part) => part.slice(0, 200))
      .join(''),
  )

/** 'item1.TEL;TYPE=CELL:300…' → name, parameters, value. */
function lineOf(raw: string): Line | undefined {
  const colon = colonOf(raw)
  if (colon < 0) return undefined
  const [full = '', ...given] = raw.slice(0, colon).split(';')
  const parameters = new Map<string, string>()
  for (const each of given) {
    const equals = each.indexOf('=')
    // 2.1 writes types and encodings without their name.
    const key = equals < 0 ? 'TYPE' : each.slice(0, equals).toUpperCase()
    const value = each.slice(equals + 1).replaceAll('"', '')
    if (/^(QUOTED-PRINTABLE|BASE64|B)$/i.test(value)) parameters.set('ENCODING', value.toUpperCase())
    else parameters.set(key, `${parameters.get(key) ?? ''},${value.toLowerCase()}`)
  }
  const value = raw.slice(colon + 1)
  const isQuoted = parameters.get('ENCODING') === 'QUOTED-PRINTABLE'
  return {
    name: full.slice(full.lastIndexOf('.') + 1).toUpperCase(),
    parameters,
    value: isQuoted ? unquoted(value, parameters.get('CHARSET')?.slice(1)) : value,
  }
}

/** Where the value begins: at the first colon that stands in no quotes. */
function colonOf(raw: string): number {
  let isQuoted = false
  for (let index = 0; index < raw.length; index++) {
    if (raw[index] === '"') isQuoted = !isQuoted
    if (raw[index] === ':' && !isQuoted) return index
  }
  return -1
}

/** 'Mu=C3=B1oz' → 'Muñoz' */
function unquoted(value: string, charset = 'utf-8'): string {
  const bytes: number[] = []
  for (let index = 0; index < value.length; index++) {
    const hex = value[index] === '=' ? value.slice(index + 1, index + 3) : ''
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      bytes.push(Number.parseInt(hex, 16))
      index += 2
    } else bytes.push(...Buffer.from(value[index]!, 'utf8'))
  }
  try {
    return new TextDecoder(charset).decode(Uint8Array.from(bytes))
  } catch {
    return new TextDecoder().decode(Uint8Array.from(bytes))
  }
}

const unescaped = (value: string): string =>
  value.replace(/\\([nN,;:\\])/g, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped)).trim()

function rowOf(lines: Line[]): string[] {
  const all = (name: string) =>
    lines.filter((line) => line.name === name && unescaped(line.value).replaceAll(';', '') !== '')
  const first = (name: string) => unescaped(all(name)[0]?.value ?? '')
  const isMobile = ({ parameters }: Line) => /cell|mobile/.test(parameters.get('TYPE') ?? '')
  const numbers = all('TEL')
    .toSorted((one, other) => Number(isMobile(other)) - Number(isMobile(one)))
    .map(({ value }) => unescaped(value).replace(/^tel:/i, '').replace(/;.*$/, ''))
  return [
    first('FN') || nameOf(all('N')[0]?.value) || first('ORG').split(';')[0]!,
    numbers[0] ?? '',
    numbers[1] ?? '',
    first('EMAIL'),
    first('BDAY'),
    all('CATEGORIES')
      .flatMap(({ value }) => value.split(/(?<!\\),/))
      .map(unescaped)
      .join('; '),
    first('NOTE'),
  ]
}

/** 'Ruiz;Ana;María;Dra.;' → 'Ana María Ruiz' */
function nameOf(value = ''): string {
  const [family = '', given = '', more = ''] = value.split(/(?<!\\);/).map(unescaped)
  return [given, more, family].filter(Boolean).join(' ')
}
