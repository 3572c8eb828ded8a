import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { may, useSession } from '../../account/session.ts'
import { messageOf } from '../../ui/api.ts'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.tsx'
import { appointmentsQuery } from '../data/appointments.ts'
import { queryClient } from '../data/client.ts'
import { professionalsQuery } from '../data/professionals.ts'
import { timeOffQuery } from '../data/time-off.ts'
import { marksQuery } from '../marks/marks.ts'
import { printer } from './icons.ts'
import { Sheets } from './sheet.tsx'

interface Props {
  /** The days in sight, YYYY-MM-DD, without gaps. */
  days: string[]
  className: string
  /** Shows only the icon. */
  isSmall?: boolean
  /** Whether the browser's own key prints them, too: of a calendar it would print what its box shows just then. */
  hasKey?: boolean
}

/**
 * Prints the days in sight, for people who work without a screen. On wide screens only, because phones rarely
 * print.
 */
export function PrintDays({ days, className, isSmall = false, hasKey = false }: Props) {
  const business = useSession().business!
  const [isBusy, setBusy] = useState(false)

  async function press() {
    if (isBusy) return
    setBusy(true)
    try {
      await printDays(business.business_name, days, may(business, 'time_off:own'))
    } catch (error) {
      toast.error(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  usePrintKey(hasKey, press)

  return (
    <button
      type="button"
      className={className}
      aria-disabled={isBusy || undefined}
      title={isSmall ? 'Imprimir agenda' : undefined}
      onClick={press}
    >
      <Icon d={printer} className={isSmall ? '' : 'icon-sm'} />
      <span className={isSmall ? 'sr' : undefined}>Imprimir agenda</span>
    </button>
  )
}

/** Ctrl+P, or ⌘P. With a dialog open it is the browser's. */
function usePrintKey(isOn: boolean, onPress: () => Promise<void>) {
  const latest = useRef(onPress)
  latest.current = onPress
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => {
      const isPrint = event.key.toLowerCase() === 'p' && (event.ctrlKey || event.metaKey)
      if (!isPrint || event.shiftKey || event.altKey || document.querySelector('dialog:modal')) return
      event.preventDefault()
      void latest.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn])
}

async function printDays(business: string, days: string[], knowsBlocked: boolean) {
  const known = { from: days[0]!, to: days.at(-1)! }
  const now = { staleTime: 0 }
  const client = queryClient()
  const [list, marks, blocked, professionals] = await Promise.all([
    client.fetchQuery({ ...appointmentsQuery({ ...known, order: 'asc' }), ...now }),
    client.fetchQuery({ ...marksQuery(known), ...now }),
    knowsBlocked ? client.fetchQuery({ ...timeOffQuery(known.from, known.to), ...now }) : [],
    client.fetchQuery(professionalsQuery()),
  ])
  const names = new Map(
    professionals.flatMap((one) => (one.is_active ? [[one.id, one.professional_name]] : [])),
  )
  // Outside of the screen's element: paper is narrow, and a screen that becomes narrow removes its button.
  const place = document.body.appendChild(document.createElement('div'))
  place.className = 'paper'
  const root = createRoot(place)
  flushSync(() => root.render(<Sheets {...{ business, days, list, marks, blocked, names }} />))
  addEventListener(
    'afterprint',
    () => {
      root.unmount()
      place.remove()
    },
    { once: true },
  )
  print()
}
