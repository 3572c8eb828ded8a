import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { invalid } from '../refusal.ts'

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

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const letters = (text: string) => plain(text).replace(/[^\p{L}\p{N}]/gu, '')
/** Without the year or the sign that people put behind a word. */
const stem = (text: string) => letters(text).replace(/\d+$/, '')

const SHORTEST_WORD = 4

function isOwn(password: string, { email, business_name, phone = '' }: Known): boolean {
  const [local = '', domain = ''] = email.split('@')
  const texts = [email, local, domain, business_name, ...business_name.split(/\s+/), ...local.split(/[._+-]/)]
  const words = new Set(texts.flatMap((text) => [letters(text), stem(text)]))
  const numbers = [phone.replace(/\D/g, ''), phone.replace(/\D/g, '').slice(-10)]
  return [letters(password), stem(password)].some(
    (typed) => typed.length >= SHORTEST_WORD && (words.has(typed) || numbers.includes(typed)),
  )
}

const SENTENCES = {
  common: 'Esa contraseña es de las más usadas y la adivinan enseguida. Elige otra.',
  own: 'La contraseña no puede ser tu correo, tu teléfono ni el nombre de tu negocio. Elige otra.',
}

/**
 * Refuses what is guessed first. Six characters are enough otherwise.
 * @throws Refusal 400, in `field`.
 */
export function ensureNotGuessed(password: string, known: Known, field = 'password'): void {
  if (COMMON.has(password.toLowerCase()) || COMMON.has(plain(password)))
    throw invalid({ [field]: SENTENCES.common })
  if (isOwn(password, known)) throw invalid({ [field]: SENTENCES.own })
}
