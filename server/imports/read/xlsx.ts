import { MONTHS } from '#domain/dates.ts'
import { IMPORT_MAX_COLUMNS, IMPORT_MAX_ROWS } from '#domain/import/row.ts'
import { eachTag } from './xml.ts'
import { TOO_MUCH, Unreadable } from './unreadable.ts'
import { unzip } from './zip.ts'

// Of all cells together: one long text may stand in every row.
const MOST_CHARACTERS = 20_000_000
const MOST_ROWS = IMPORT_MAX_ROWS + 100

/** The cells of the first sheet that shows, as texts: numbers in full, dates with the name of their month, and with their time. */
export function rowsOfXlsx(bytes: Buffer): string[][] {
  const part = unzip(bytes)
  const xml = (name: string) => part(name)?.toString('utf8')
  const workbook = xml('xl/workbook.xml')
  if (workbook === undefined) throw new Unreadable()
  const sheet = xml(sheetOf(workbook, xml('xl/_rels/workbook.xml.rels')))
  if (sheet === undefined) throw new Unreadable()
  return cellsOf(
    sheet,
    textsOf(xml('xl/sharedStrings.xml')),
    dateStyles(xml('xl/styles.xml')),
    is1904(workbook),
  )
}

function sheetOf(workbook: string, relations = ''): string {
  const sheets: { id: string; isHidden: boolean }[] = []
  eachTag(workbook, {
    open: (name, attributes) => {
      if (name !== 'sheet') return
      const { state, ...named } = attributes()
      const id = Object.entries(named).find(([key]) => /(^|:)id$/.test(key))?.[1] ?? ''
      sheets.push({ id, isHidden: state !== undefined && state !== 'visible' })
    },
  })
  const first = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0]
  let path = 'worksheets/sheet1.xml'
  eachTag(relations, {
    open: (name, attributes) => {
      const { Id, Target } = attributes()
      if (name === 'Relationship' && Id === first?.id && Target) path = Target
    },
  })
  return path.startsWith('/') ? path.slice(1) : `xl/${path}`
}

const is1904 = (workbook: string) => /date1904="(1|true)"/.test(workbook)

/** The texts that cells refer to by their number. */
function textsOf(xml = ''): string[] {
  const texts: string[] = []
  let text = ''
  // A text's reading aid (rPh) is no part of it.
  let isAside = false
  eachTag(xml, {
    open: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') isAside = true
    },
    text: (name, value) => {
      if (name === 't' && !isAside) text += value
    },
    close: (name) => {
      if (name === 'si') texts.push(text)
      if (name === 'rPh') isAside = false
    },
  })
  return texts
}

/** Which styles of cells are dates or times: the format's standard numbers, and those that name days, months, years or hours. */
function dateStyles(xml = ''): boolean[] {
  const styles: boolean[] = []
  const named = new Set<string>()
  let isInCells = false
  eachTag(xml, {
    open: (name, attributes) => {
      const { numFmtId = '', formatCode = '' } = attributes()
      if (name === 'numFmt' && /[dmyh]/i.test(formatCode.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')))
        named.add(numFmtId)
      if (name === 'cellXfs') isInCells = true
      if (name === 'xf' && isInCells)
        styles.push(/^(1[4-9]|2[0-2]|4[5-7])$/.test(numFmtId) || named.has(numFmtId))
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return styles
}

function cellsOf(xml: string, texts: string[], isDate: boolean[], from1904: boolean): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = { column: 0, type: '', style: 0, value: '', formula: '' }
  let characters = 0
  eachTag(xml, {
    open: (name, attributes) => {
      if (name === 'row') {
        const { r } = attributes()
        const index = r === undefined ? rows.length : Number(r) - 1
        if (!(index >= rows.length) || index >= MOST_ROWS) {
          if (index >= MOST_ROWS) throw new Unreadable(TOO_MUCH)
          throw new Unreadable()
        }
        while (rows.length < index) rows.push([])
        row = []
        rows.push(row)
      }
      if (name === 'c') {
        const { r, t = 'n', s = '0' } = attributes()
        const column = r === undefined ? row.length : columnOf(r)
        cell = { column, type: t, style: Number(s), value: '', formula: '' }
      }
    },
    text: (name, value) => {
      if (name === 'v' || name === 't') cell.value += value
      if (name === 'f') cell.formula += value
    },
    close: (name) => {
      if (name !== 'c' || cell.column >= IMPORT_MAX_COLUMNS) return
      const { type, value, formula, style, column } = cell
      // A formula that was never worked out is the text that was typed.
      const text =
        formula !== '' && (value === '' || type === 'e')
          ? `=${formula}`
          : type === 's'
            ? (texts[Number(value)] ?? '')
            : type === 'n' || type === ''
              ? numberText(value, isDate[style] === true, from1904)
              : type === 'e'
                ? ''
                : value
      characters += text.length
      if (characters > MOST_CHARACTERS) throw new Unreadable(TOO_MUCH)
      while (row.length < column) row.push('')
      row[column] = text
    },
  })
  return rows
}

/** 'AB12' → 27 */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase() ?? ''
  if (letters === '') throw new Unreadable()
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const DAY_MS = 86_400_000

/**
 * '3.001234567E9' → '3001234567'; the days since 1900 of a date → '14 may 1991', with a part of a day '14 may 1991 14:30', of a time
 * alone '14:30'. The month is a name: beside texts of whoever writes 12/25/2026, '02/01/2027' would be the first of February.
 */
function numberText(value: string, isDate: boolean, from1904: boolean): string {
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) return value
  if (isDate && number > 0 && number < 2_958_466) {
    const zero = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
    // To the minute: parts of a day are never exact.
    const date = new Date(zero + Math.round(number * 1440) * 60_000)
    const two = (part: number) => String(part).padStart(2, '0')
    const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]!.slice(0, 3)} ${date.getUTCFullYear()}`
    const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
    if (number < 1) return time
    return date.getTime() % DAY_MS === 0 ? day : `${day} ${time}`
  }
  return Number.isSafeInteger(number) ? String(number) : value
}
