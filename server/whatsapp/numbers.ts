/** WhatsApp writes Mexican mobile numbers with a 1 behind the country's code, and Argentine ones with a 9; people do not. */
const WRITTEN_OTHERWISE = [
  ['52', '1'],
  ['54', '9'],
] as const

/** The digits of a telephone, and the other ways in which WhatsApp or its owner writes the same one; none without digits. */
export function formsOf(phone: string | undefined): string[] {
  const digits = (phone ?? '').replace(/\D/g, '')
  if (digits === '') return []
  const others = WRITTEN_OTHERWISE.filter(([code]) => digits.startsWith(code)).map(([code, extra]) => {
    const national = digits.slice(code.length)
    return national.length === 10
      ? `${code}${extra}${national}`
      : national.length === 11 && national.startsWith(extra)
        ? `${code}${national.slice(1)}`
        : digits
  })
  return [...new Set([digits, ...others])]
}
