/** What the activity says was changed: of what somebody may do, and of what a service costs. */
import { money } from './money.ts'
import { switchesOf, type Permission, type Role } from './permissions.ts'
import { ROLE_LABELS, SWITCH_LABELS } from './team.ts'

type Detail = { readonly [name: string]: unknown }

const MOST_SAID = 4

/** What is said after a colon, of many the first ones; nothing where nothing can be said. */
function said(parts: readonly string[]): string {
  if (parts.length === 0) return ''
  const shown = parts.length > MOST_SAID ? parts.slice(0, MOST_SAID - 1) : parts
  const more = parts.length - shown.length
  return `: ${[...shown, ...(more > 0 ? [`y ${more} cambios más`] : [])].join('; ')}`
}

export const roleOf = (value: unknown) => ROLE_LABELS[value as Role]?.toLowerCase() ?? 'miembro'

interface Rights {
  role: Role
  professional_id: number | null
  switches: Readonly<Partial<Record<string, boolean>>>
}

/** ': de administrador a recepción'; ': ahora ve sus ingresos; ya no bloquea su propio tiempo' */
export function rightsText({ before, after }: Detail): string {
  const [was, is] = [before, after] as [Rights | undefined, Rights | undefined]
  if (!was || !is) return ''
  // Another role sets the switches back: it says it all.
  const turned = was.role === is.role ? turnedOf(was, is) : [`de ${roleOf(was.role)} a ${roleOf(is.role)}`]
  return said([...turned, ...agendaOf(was.professional_id ?? null, is.professional_id ?? null)])
}

function turnedOf(was: Rights, is: Rights): string[] {
  const byItself = switchesOf(is.role)
  return (Object.keys(SWITCH_LABELS) as (keyof typeof SWITCH_LABELS)[]).flatMap((name) => {
    const isOn = ({ switches }: Rights) => switches?.[name] ?? byItself[name as Permission]
    if (isOn(was) === isOn(is)) return []
    const label = SWITCH_LABELS[name]
    return `${isOn(is) ? 'ahora' : 'ya no'} ${label.charAt(0).toLowerCase()}${label.slice(1)}`
  })
}

function agendaOf(was: number | null, is: number | null): string[] {
  if (was === is) return []
  if (is === null) return ['ya no tiene agenda propia']
  return [was === null ? 'ahora tiene agenda propia' : 'ahora tiene la agenda de otro profesional']
}

interface Priced {
  name: string
  price: unknown
}
interface Terms {
  price: unknown
  is_active: boolean
  variants: readonly Priced[]
  addons: readonly Priced[]
  by_professional: readonly unknown[]
}

/** ': el precio pasó de $ 40.000 a $ 45.000; «Cabello largo» pasó de $ 70.000 a $ 80.000; ya no se ofrece' */
export function termsText({ before, after }: Detail, currency: string): string {
  const [was, is] = [before, after] as [Partial<Terms> | undefined, Partial<Terms> | undefined]
  if (!was || !is) return ''
  const byProfessional = JSON.stringify(was.by_professional) !== JSON.stringify(is.by_professional)
  return said([
    ...priceMove('el precio', was.price, is.price, currency),
    ...optionMoves(was.variants, is.variants, currency),
    ...optionMoves(was.addons, is.addons, currency),
    ...(byProfessional ? ['cambiaron los precios por profesional'] : []),
    ...(was.is_active === is.is_active ? [] : [is.is_active ? 'se ofrece otra vez' : 'ya no se ofrece']),
  ])
}

function priceMove(what: string, from: unknown, to: unknown, currency: string): string[] {
  if (typeof from !== 'number' || typeof to !== 'number' || from === to) return []
  return [`${what} pasó de ${money(from, currency)} a ${money(to, currency)}`]
}

/** Of sizes and add-ons, which are known by their names. */
function optionMoves(was: readonly Priced[] = [], is: readonly Priced[] = [], currency: string): string[] {
  const has = (list: readonly Priced[], name: string) => list.find((one) => one.name === name)
  const gone = was.filter(({ name }) => !has(is, name)).map(({ name }) => `ya no hay «${name}»`)
  const others = is.flatMap(({ name, price }) => {
    const before = has(was, name)
    if (before) return priceMove(`«${name}»`, before.price, price, currency)
    return typeof price === 'number'
      ? [`«${name}» cuesta ${money(price, currency)}`]
      : [`ahora hay «${name}»`]
  })
  return [...gone, ...others]
}
