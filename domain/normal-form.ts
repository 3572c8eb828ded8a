// Unicode's stream-safe text (UAX #15, 13) has at most thirty marks on a letter, more than any script writes.
const LONG_RUN = /(\p{M}{30})\p{M}+/gu

/**
 * The text in a normal form of Unicode, without the marks on a letter after its thirtieth: to put a run of them in order takes
 * the square of its length, half a minute for what fits a request.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKD'): string =>
  text.replace(LONG_RUN, '$1').normalize(form)

/** Letters of one piece, which no normal form takes apart. */
const STROKES: Record<string, string> = { Ø: 'o', ø: 'o', Ł: 'l', ł: 'l', Đ: 'd', đ: 'd' }

/** Without accents and capitals, as plain() of the database has it: 'ziga' of 'Žiga'. */
export const plain = (text: string): string =>
  normalForm(text, 'NFD')
    .replace(/[\u0300-\u036f]+/g, '')
    .replace(/[ØøŁłĐđ]/g, (letter) => STROKES[letter]!)
    .toLowerCase()
