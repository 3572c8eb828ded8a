import { amPm, relativeShortDate } from '#domain/dates.ts'
import '../../../ui/banner.css'
import { searchOf } from '../../business/address.ts'
import { ClientFields } from '../client/client-fields.tsx'
import type { Slot } from '../../business/types.ts'
import type { Booking } from '../use-booking.ts'

const TAKEN = 'Ese horario acaba de ocuparse'

/** The nearest free times, after somebody else took the chosen one; everything typed is kept. */
export function Alternatives({ booking, alternatives }: { booking: Booking; alternatives: Slot[] }) {
  const { choice, client, today, takeAlternative, refusal = TAKEN } = booking
  const [why] = refusal.split('. ')
  if (alternatives.length === 0) {
    return (
      <p className="banner banner-warn" role="alert">
        {why}. Elige otro, por favor.
      </p>
    )
  }
  return (
    <form method="post" className="alternatives">
      <p role="alert">{why}. Estos son los más cercanos:</p>
      <ClientFields client={client} />
      <div>
        {alternatives.map((slot) => (
          <button
            key={slot.date + slot.time}
            className="btn btn-2"
            formAction={searchOf({ ...choice, ...slot }, 'confirmar')}
            onClick={(event) => {
              event.preventDefault()
              takeAlternative(slot)
            }}
          >
            {relativeShortDate(slot.date, today.date)} · {amPm(slot.time)}
          </button>
        ))}
      </div>
    </form>
  )
}
