import { ANY } from '#domain/choice.ts'
import { firstName } from '#domain/people-names.ts'
import { amPm, relativeShortDate } from '#domain/dates.ts'
import './bar.css'
import { SLOT_FORM } from './choose/slots.tsx'
import { useZoneText } from './zone.tsx'
import type { Booking } from './use-booking.ts'

/**
 * On narrow screens: the current choice, and a button to step 2. CSS alone shows it when a time is ticked.
 */
export function Bar({ booking }: { booking: Booking }) {
  const { data, choice, today, service, terms, professional } = booking
  const zone = useZoneText(data.business, choice, today)
  if (!choice.date || !service || !professional) return null
  return (
    <div className="bar only-m when-time" role="region" aria-label="Resumen de tu cita">
      <div className="sum">
        {/* The time first: it is never cut off. */}
        <b>
          {choice.time && <span className="num">{amPm(choice.time)} · </span>}
          {lower(relativeShortDate(choice.date, today.date))}
        </b>
        {zone ? (
          <span className="whole">{zone}</span>
        ) : (
          <span>
            {terms!.service_name}
            {choice.professional !== ANY && ` · ${firstName(professional.professional_name)}`}
          </span>
        )}
      </div>
      <button className="btn btn-brand" form={SLOT_FORM}>
        Continuar →
      </button>
    </div>
  )
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
