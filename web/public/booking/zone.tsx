import { clockTime } from '#domain/dates.ts'
import { zoneText } from '#domain/elsewhere.ts'
import { Icon } from '../../ui/icon.tsx'
import { globe } from '../../ui/icons.ts'
import { useOwnZone } from '../../own-zone.ts'
import type { Business, Choice } from '../business/types.ts'

/** What is said of the zone at the chosen time; without one, now is compared. */
export function useZoneText(
  business: Pick<Business, 'timezone' | 'zone_city' | 'is_virtual'>,
  { date, time }: Choice,
  today: { date: string; minute: number },
): string | undefined {
  const at = { date: date ?? today.date, time: time ?? clockTime(today.minute) }
  return zoneText(business, useOwnZone(), at, time !== undefined)
}

interface Props {
  business: Pick<Business, 'timezone' | 'zone_city' | 'is_virtual'>
  choice: Choice
  today: { date: string; minute: number }
}

/** The same as a line of its own. */
export function Zone({ business, choice, today }: Props) {
  const text = useZoneText(business, choice, today)
  if (!text) return null
  return (
    <p className="zone">
      <Icon d={globe} className="icon-sm" />
      {text}
    </p>
  )
}
