/** The business's name in its address, /negocio/{slug}. It holds a letter, so it never looks like an id. */
import { normalForm } from './normal-form.ts'

const MIN_SLUG = 3
const MAX_SLUG = 60

/** How many addresses a business may hold: the present one, and former ones that lead to it. */
export const MOST_SLUGS = 10

/** Reserved words, which would read as a part of the product. */
const RESERVED = new Set([
  'admin',
  'api',
  'app',
  'assets',
  'ayuda',
  'book',
  'blog',
  'client',
  'cliente',
  'contacto',
  'correos',
  'dashboard',
  'enpunto',
  'files',
  'forgot-password',
  'health',
  'login',
  'negocio',
  'new',
  'no-encontrada',
  'null',
  'panel',
  'precios',
  'privacidad',
  'public',
  'ready',
  'register',
  'reset-password',
  'robots',
  'root',
  'share',
  'sitemap',
  'soporte',
  'static',
  'status',
  'terminos',
  'tiles',
  'undefined',
  'uploads',
  'www',
])

/**
 * Makes a slug from a business's name: 'Peluquería Doña Inés' → 'peluqueria-dona-ines'. It always passes
 * slugError.
 */
export function slugify(name: string): string {
  const plain = normalForm(name, 'NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  const slug = cut(plain.replace(/^-/, ''), MAX_SLUG)
  return slugError(slug) ? cut(slug ? `negocio-${slug}` : 'negocio-nuevo', MAX_SLUG) : slug
}

/** The n-th candidate for a name that is taken: ('salon', 2) → 'salon-2'. */
export function numberedSlug(slug: string, n: number): string {
  const tail = `-${n}`
  return cut(slug, MAX_SLUG - tail.length) + tail
}

/** The error, in Spanish, of a value that cannot be a slug. */
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
