/** The time zones a business can choose, with their labels. Specification 000 §9. */
export const TIME_ZONES = [
  { id: 'America/Bogota', label: 'Bogotá (Colombia)' },
  { id: 'Europe/Madrid', label: 'Madrid (España)' },
  { id: 'America/Mexico_City', label: 'Ciudad de México (México)' },
  { id: 'America/Argentina/Buenos_Aires', label: 'Buenos Aires (Argentina)' },
  { id: 'America/New_York', label: 'Nueva York (Estados Unidos)' },
  { id: 'America/Los_Angeles', label: 'Los Ángeles (Estados Unidos)' },
] as const

export const DEFAULT_TIME_ZONE = 'America/Bogota'

/** Whether `s` is one of the offered zones. */
export function isTimeZone(s: unknown): s is string {
  return TIME_ZONES.some((zone) => zone.id === s)
}

/** ('Europe/Madrid') → 'Madrid'; another zone is called by its own city. */
export function zoneCity(zone: string): string {
  const label = TIME_ZONES.find(({ id }) => id === zone)?.label
  return label ? label.replace(/ \(.*/, '') : zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}
