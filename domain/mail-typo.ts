/** Near misses of the domains that most people have their mail at. They are asked about, and never refused. */

const COMMON = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com',
  'icloud.com',
  'hotmail.es',
  'yahoo.es',
  'outlook.es',
  'live.com',
]
/** Real domains that look like errors of others. */
const REAL = [
  'ymail.com',
  'email.com',
  'mail.com',
  'gmx.com',
  'live.co',
  'hotmail.co',
  'yahoo.com.co',
  'yahoo.com.mx',
  'yahoo.com.ar',
]

/** 'camila@gmail.com' for 'camila@gmial.com'; undefined when nothing looks wrong. */
export function meantEmail(typed: string): string | undefined {
  const [, name, domain] = /^(.+)@([^@\s]+)$/.exec(typed.trim().toLowerCase()) ?? []
  if (!name || !domain || [...COMMON, ...REAL].includes(domain)) return undefined
  const meant = COMMON.find((known) => isNear(domain, known))
  return meant && `${typed.trim().slice(0, name.length)}@${meant}`
}

/** One slip: a letter too many, missing, wrong, or two in the wrong order; or a country's end too many. */
function isNear(typed: string, known: string): boolean {
  if (typed === `${known}.co`) return true
  let from = 0
  while (from < known.length && typed[from] === known[from]) from++
  let to = 0
  while (to < Math.min(typed.length, known.length) - from && typed.at(-1 - to) === known.at(-1 - to)) to++
  const [wrong, right] = [typed.slice(from, typed.length - to), known.slice(from, known.length - to)]
  const isSwapped = wrong.length === 2 && wrong === right[1]! + right[0]!
  return isSwapped || Math.max(wrong.length, right.length) === 1
}
