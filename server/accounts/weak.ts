import { COMMON_PASSWORD, OWN_PASSWORD } from '#domain/account.ts'
import { normalForm } from '#domain/normal-form.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { invalid } from '../http/refusal.ts'

// One per line, of six characters and more; where it comes from: docs/accounts.md.
const COMMON = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter(Boolean),
)

/** What everybody knows of an account. */
export interface Known {
  email: string
  business_name: string
  phone?: string | undefined
}

// Spaces around it and signs that nobody sees make nothing harder to guess.
const plain = (text: string) =>
  normalForm(text, 'NFD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .trim()
const letters = (text: string) => plain(text).replace(/[^\p{L}\p{N}]/gu, '')
/** Without the year or the sign that people put behind a word. */
const stem = (text: string) => letters(text).replace(/\d+$/, '')

const SHORTEST_WORD = 4

const isOneOf = (password: string, texts: string[]): boolean => {
  const words = new Set(texts.flatMap((text) => [letters(text), stem(text)]))
  return [letters(password), stem(password)].some(
    (typed) => typed.length >= SHORTEST_WORD && words.has(typed),
  )
}

const LONGEST_BLOCK = 4

/** aaaaaa, 121212, abcabc, 987654, abcdef: no list of common ones has all of them. */
function isPattern(password: string): boolean {
  const codes = [...plain(password)].map((letter) => letter.codePointAt(0)!)
  const isEach = (far: number, step: number) =>
    codes.length >= 2 * far && codes.every((code, n) => n < far || code - codes[n - far]! === step)
  const blocks = Array.from({ length: LONGEST_BLOCK }, (_, n) => n + 1)
  return isEach(1, 1) || isEach(1, -1) || blocks.some((size) => isEach(size, 0))
}

/** Whether it is one that everybody tries first, of all accounts or of this business's. */
export const isCommon = (password: string, { business_name }: Pick<Known, 'business_name'>): boolean =>
  COMMON.has(password.toLowerCase()) ||
  COMMON.has(plain(password)) ||
  isPattern(password) ||
  isOneOf(password, ['enpunto', business_name, ...business_name.split(/\s+/)])

function isOwn(password: string, { email, phone = '' }: Known): boolean {
  const [local = '', domain = ''] = email.split('@')
  const numbers = [phone.replace(/\D/g, ''), phone.replace(/\D/g, '').slice(-10)]
  return (
    isOneOf(password, [email, local, domain, ...local.split(/[._+-]/)]) ||
    [letters(password), stem(password)].some(
      (typed) => typed.length >= SHORTEST_WORD && numbers.includes(typed),
    )
  )
}

/**
 * Refuses what is guessed first. Six characters are enough otherwise; and any are for whoever has a second step, since
 * a guessed password opens nothing then.
 * @throws Refusal 400, in `field`.
 */
export function ensureNotGuessed(
  password: string,
  known: Known & { has_second_factor?: boolean },
  field = 'password',
): void {
  if (known.has_second_factor) return
  if (isCommon(password, known)) throw invalid({ [field]: COMMON_PASSWORD })
  if (isOwn(password, known)) throw invalid({ [field]: OWN_PASSWORD })
}
