// Unicode's stream-safe text (UAX #15, 13) has at most thirty marks on a letter, more than any script writes.
const LONG_RUN = /(\p{M}{30})\p{M}+/gu

/**
 * The text in a normal form of Unicode, without the marks on a letter after its thirtieth: to put a run of them in order takes
 * the square of its length, half a minute for what fits a request.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKD'): string =>
  text.replace(LONG_RUN, '$1').normalize(form)
