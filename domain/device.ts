/** What is said of the browser behind a session. It is told by the browser itself, so it is no evidence. */
import { zoneCity } from './timezones.ts'

/** The first that is found is right: each browser also names those that it descends from. */
const BROWSERS: [RegExp, string][] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPiOS|OPX)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

export const UNKNOWN_DEVICE = 'Un equipo desconocido'

/** ('Mozilla/5.0 (Windows NT 10.0; …) … Chrome/150.0 …') → 'Chrome en Windows' */
export function deviceOf(userAgent: unknown): string {
  if (typeof userAgent !== 'string') return UNKNOWN_DEVICE
  const text = userAgent.slice(0, 500)
  const named = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(text))?.[1]
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)]
  if (browser && system) return `${browser} en ${system}`
  return browser ?? system ?? UNKNOWN_DEVICE
}

/** Where a session is, as far as it is known: by the clock of its browser, and its network. */
export interface Whereabouts {
  network: string | null
  timezone: string | null
}

/** 'hora de Bogotá, red 190.24.1.2'; undefined when nothing is known. */
export function placeText({ network, timezone }: Whereabouts): string | undefined {
  const parts = [timezone && `hora de ${zoneCity(timezone)}`, network && `red ${network}`].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : undefined
}
