import { amPm, clockTime, instantIn, nowIn, shortDate } from '#domain/dates.ts'
import { useEffect, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { globe } from '../../ui/icons.ts'
import type { Business, Choice } from '../business/types.ts'

/** The zone of this phone or computer; known once the page's script runs. */
function useOwnZone(): string | undefined {
  const [zone, setZone] = useState<string>()
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), [])
  return zone
}

/**
 * 'Hora de Madrid (5:00 am en tu celular)', where the clock of this device shows another time than the business's.
 * Without a chosen time, now is compared. A virtual business, whose place nobody sees, always names its zone.
 */
export function useZoneText(
  business: Pick<Business, 'timezone' | 'zone_city' | 'is_virtual'>,
  { date, time }: Choice,
  today: { date: string; minute: number },
): string | undefined {
  const own = useOwnZone()
  const theirs = { date: date ?? today.date, time: time ?? clockTime(today.minute) }
  const name = `Hora de ${business.zone_city}`
  const instant = instantIn(business.timezone, theirs.date, theirs.time)
  const here = own && instant !== undefined ? nowIn(own, instant * 60_000) : undefined
  const isSame = !here || (here.date === theirs.date && clockTime(here.minute) === theirs.time)
  if (isSame) return business.is_virtual ? name : undefined
  const day = here.date === theirs.date ? '' : `${shortDate(here.date)}, `
  if (!time) return name
  return `${name} (${day}${amPm(clockTime(here.minute))} en tu celular)`
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
