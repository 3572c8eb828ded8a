/** The name of a business in its address, /negocio/{slug}. It holds a letter, so it never looks like an id. */

const MIN_SLUG = 3
const MAX_SLUG = 60

/** Words that would read as a part of the product. */
const RESERVED = new Set([
  ...['admin', 'api', 'app', 'assets', 'ayuda', 'book', 'client', 'cliente', 'dashboard', 'enpunto'],
  ...[
    'login',
    'negocio',
    'new',
    'null',
    'public',
    'register',
    'root',
    'soporte',
    'undefined',
    'uploads',
    'www',
  ],
])

/** A slug out of a business's name: 'Peluquería Doña Inés' → 'peluqueria-dona-ines'. Always passes slugError. */
export function slugify(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  const slug = cut(plain.replace(/^-/, ''), MAX_SLUG)
  return slugError(slug) ? cut(slug ? `negocio-${slug}` : 'negocio-nuevo', MAX_SLUG) : slug
}

/** The n-th try for a name that is taken: ('salon', 2) → 'salon-2'. */
export function numberedSlug(slug: string, n: number): string {
  const tail = `-${n}`
  return cut(slug, MAX_SLUG - tail.length) + tail
}

/** A Spanish sentence when `value` cannot be a slug. */
export function slugError(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[a-z0-9-]*$/.test(value)) {
    return 'Usa solo letras minúsculas sin tilde, números y guiones'
  }
  if (value.length < MIN_SLUG || value.length > MAX_SLUG) {
    return `Debe tener entre ${MIN_SLUG} y ${MAX_SLUG} caracteres`
  }
  if (!/[a-z]/.test(value)) return 'Debe tener al menos una letra'
  if (/^-|-$/.test(value)) return 'No puede empezar ni terminar con guion'
  return RESERVED.has(value) ? 'Esta dirección está reservada, elige otra' : undefined
}

const cut = (slug: string, max: number): string => slug.slice(0, max).replace(/-+$/, '')
