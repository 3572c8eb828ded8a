/**
 * Names of banks, wallets, carriers and authorities whose mails people trust: a business that calls itself so
 * waits for the administrator before its name stands in a From. A list of data: add what is abused.
 */

/** Found anywhere in a name, also inside a word. */
const ANYWHERE = `
  bancolombia davivienda daviplata colpatria scotiabank bancamia bancoomeva colsubsidio compensar
  colpensiones registraduria superintendencia procuraduria migracioncolombia policianacional bancodebogota
  bancoagrario bancopopular bancodeoccidente bancoavvillas bancocajasocial bancofalabella bancofinandina
  mercadopago mercadolibre paypal westernunion servientrega interrapidisimo bancosantander banamex
  bancoestado interbank pichincha bancobbva whatsapp microsoft mastercard enpunto`
  .trim()
  .split(/\s+/)

/** Found as words of their own: inside another word they mean nothing. */
const WORDS = `
  nequi dian bbva itau nubank lulo rappipay rappi efecty baloto pse sura eps icetex icbf sena sisben simit
  runt sat sii sunat afip banco fiscalia alcaldia gobernacion ministerio mintic policia visa claro
  movistar tigo google apple facebook instagram netflix amazon`
  .trim()
  .split(/\s+/)

// Letters and digits that are written for others, so that 'B4nco1ombia' is read as it is meant.
const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  $: 's',
  '@': 'a',
  '|': 'l',
  // Cyrillic and Greek letters that look like Latin ones.
  а: 'a',
  в: 'b',
  е: 'e',
  і: 'i',
  к: 'k',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  ѕ: 's',
  α: 'a',
  ο: 'o',
  ι: 'i',
  ν: 'v',
  κ: 'k',
  τ: 't',
  ρ: 'p',
}

/** Whether a name is, or holds, one that people would take for a bank's or an authority's. */
export function isTrustedBrand(name: string): boolean {
  const plain = [
    ...name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\p{M}\p{Cf}]/gu, ''),
  ]
    .map((letter) => LOOKALIKES[letter] ?? letter)
    .join('')
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const whole = words.join('')
  // Letters apart ('D I A N') are one word, also among others.
  const spelled = words
    .map((word) => (word.length === 1 ? word : ' '))
    .join('')
    .split(' ')
  const isOneOf = (word: string) => WORDS.includes(word) || WORDS.includes(word.replaceAll('l', 'i'))
  return ANYWHERE.some((brand) => whole.includes(brand)) || [...words, ...spelled].some(isOneOf)
}

/** A business's name without what mail programs would take for an address. */
export function withoutAddresses(name: string): string {
  return name
    .replace(/[<[(]?[^\s<>()[\]"]*[@＠][^\s<>()[\]"]*[>\])]?/gu, ' ')
    .replace(/[<>"]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
