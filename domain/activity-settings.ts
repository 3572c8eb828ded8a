/** Which settings of a business the activity tells of, and how. */
import { zoneCity } from './timezones.ts'

const RULES = 'las reglas de las reservas'

/** Those that change what clients read, pay, or may do, or when their appointments are. */
const LABELS = {
  business_name: 'el nombre',
  slug: 'la dirección de la página',
  phone: 'el teléfono',
  address: 'el lugar',
  timezone: 'la zona horaria',
  currency: 'la moneda',
  slot_interval_minutes: RULES,
  min_notice_minutes: RULES,
  horizon_days: RULES,
  cancel_notice_minutes: RULES,
  max_future_appointments: RULES,
} as const
export type NotedSetting = keyof typeof LABELS
const NOTED = Object.keys(LABELS) as NotedSetting[]

type Values = { readonly [name: string]: unknown }
const of = (values: Values, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]))

/** What was changed of them, with the values before and after; undefined when nothing was. */
export function changedSettings(before: Values, changes: Values) {
  const names = NOTED.filter((name) => name in changes && (changes[name] ?? null) !== (before[name] ?? null))
  return names.length > 0 ? { before: of(before, names), after: of(changes, names) } : undefined
}

const listed = new Intl.ListFormat('es', { type: 'conjunction' })

/** ({before: {currency: 'COP'}, after: {currency: 'USD'}}) → 'la moneda (de COP a USD)' */
export function settingsText({ before, after }: Values): string {
  const [from, to] = [before, after].map((values) => (values ?? {}) as Values) as [Values, Values]
  const named = NOTED.filter((name) => name in to).map((name) => LABELS[name] + change(name, from, to))
  return named.length > 0 ? listed.format(new Set(named)) : 'los datos'
}

function change(name: NotedSetting, from: Values, to: Values): string {
  const [was, is] = [from[name], to[name]].map((value) =>
    typeof value === 'string' && name === 'timezone' ? zoneCity(value) : value,
  )
  return typeof was === 'string' && typeof is === 'string' ? ` (de ${was} a ${is})` : ''
}
