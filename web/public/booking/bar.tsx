import { amPm, relativeShortDate } from '#domain/dates.ts'
import './bar.css'
import { SLOT_FORM } from './slots.tsx'
import type { Booking } from './use-booking.ts'

/** On narrow screens: what is chosen, and on to step 2. Appears, by style alone, when a time is ticked. */
export function Bar({ booking }: { booking: Booking }) {
  const { choice, today, service, professional } = booking
  if (!choice.date || !service || !professional) return null
  return (
    <div className="bar only-m when-time" role="region" aria-label="Resumen de tu cita">
      <div className="sum">
        <b>
          {relativeShortDate(choice.date, today.date)}
          {choice.time && ` · ${amPm(choice.time)}`}
        </b>
        <span>
          {service.service_name} · {professional.professional_name.split(' ')[0]}
        </span>
      </div>
      <button className="btn btn-brand" form={SLOT_FORM}>
        Continuar →
      </button>
    </div>
  )
}
