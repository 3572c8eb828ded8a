import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { useSession } from '../../account/session.ts'
import { messageOf } from '../../ui/api.ts'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.tsx'
import { appointmentsQuery } from '../data/appointments.ts'
import { queryClient } from '../data/client.ts'
import { printer } from './icons.ts'
import { DaySheet } from './sheet.tsx'

interface Props {
  /** YYYY-MM-DD */
  date: string
  className: string
  /** Shows only the icon. */
  isSmall?: boolean
}

/**
 * Prints the day, for people who work without a screen. On wide screens only, because phones rarely print.
 */
export function PrintDay({ date, className, isSmall = false }: Props) {
  const business = useSession().business!
  const [isBusy, setBusy] = useState(false)

  async function press() {
    if (isBusy) return
    setBusy(true)
    try {
      await printDay(business.business_name, date)
    } catch (error) {
      toast.error(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

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

async function printDay(business: string, date: string) {
  const query = appointmentsQuery({ from: date, to: date, order: 'asc' })
  const appointments = await queryClient().fetchQuery({ ...query, staleTime: 0 })
  // Outside of the screen's element: paper is narrow, and a screen that becomes narrow removes its button.
  const place = document.body.appendChild(document.createElement('div'))
  place.className = 'paper'
  const root = createRoot(place)
  flushSync(() => root.render(<DaySheet business={business} date={date} list={appointments} />))
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
