import { type Wall, zoneText } from '#domain/elsewhere.ts'
import { zoneCity } from '#domain/timezones.ts'
import { Icon } from '../ui/icon.tsx'
import { globe } from '../ui/icons.ts'
import { useOwnZone } from '../own-zone.ts'
import type { Appointment } from './portal-data.ts'

interface Props {
  appointment: Pick<Appointment, 'timezone' | 'business_is_virtual'>
  at: Wall
  /** Otherwise the zone alone is named, where the clock here shows another time. */
  isChosen?: boolean
}

/** The business's zone as a line, where this phone shows another time or the business has no place. */
export function Zone({ appointment: { timezone, business_is_virtual }, at, isChosen = true }: Props) {
  const business = { timezone, zone_city: zoneCity(timezone), is_virtual: business_is_virtual }
  const text = zoneText(business, useOwnZone(), at, isChosen)
  if (!text) return null
  return (
    <p className="small cita-zone">
      <Icon d={globe} className="icon-sm" />
      {text}
    </p>
  )
}
