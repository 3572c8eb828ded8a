import { useEffect, useState } from 'react'
import type { Confirmed } from '../done/use-confirmation.ts'
import type { Booking } from '../use-booking.ts'
import { remembered } from './remembered.ts'

/** 'Recordarme en este celular', off until somebody ticks it: a phone may be shared. */
export function Remember({ booking, confirmed }: { booking: Booking; confirmed: Confirmed }) {
  const { client, choice, data } = booking
  const kept = remembered(data.business.id)
  const [isKept, setKept] = useState<boolean>()
  useEffect(() => setKept(remembered(data.business.id).get() !== undefined), [data.business.id])
  // After a reload, the page does not know any more what was typed.
  const isKnown = client.client_name !== '' && choice.service && choice.professional
  if (isKept === undefined || (!isKept && !isKnown)) return null

  function keep(isWanted: boolean) {
    setKept(isWanted)
    if (!isWanted) return kept.clear()
    const { client_email } = confirmed.appointment
    kept.set({
      client: {
        ...client,
        client_email: client_email ?? '',
        no_messages: client_email ? '' : 'on',
        whatsapp_consent: '',
        notes: '',
      },
      service: choice.service!,
      ...(choice.variant && { variant: choice.variant }),
      ...(choice.addons && { addons: choice.addons }),
      // Whoever had no preference has met somebody by then.
      professional: confirmed.appointment.professional_id,
    })
  }

  return (
    <label className="check">
      <input type="checkbox" checked={isKept} onChange={({ target }) => keep(target.checked)} />
      <span>
        Recordarme en este celular
        <span className="small muted">
          La próxima vez reservas en dos toques. Tus datos quedan solo en este celular.
        </span>
      </span>
    </label>
  )
}
