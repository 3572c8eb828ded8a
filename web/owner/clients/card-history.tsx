import { statusLabel } from '#domain/appointment.ts'
import { amPm, shortDate } from '#domain/dates.ts'
import { money } from '#domain/money.ts'
import type { SessionBusiness } from '../../account/session.ts'
import type { WholeClient } from '../data/clients.ts'
import { Link } from '../parts/link.tsx'

/** The appointments of a client, the latest first; each opens its dialog. */
export function CardHistory({ client, business }: { client: WholeClient; business: SessionBusiness }) {
  if (client.history.length === 0) return <p className="small muted">Todavía no tiene citas.</p>
  return (
    <>
      {client.rhythm_days !== null && (
        <p className="cli-rhythm">
          Suele venir <b>cada {client.rhythm_days} días</b>
          {client.favourite_service && (
            <>
              . Casi siempre: {client.favourite_service.toLowerCase()} con {client.favourite_professional}
            </>
          )}
        </p>
      )}
      <ul className="cli-history">
        {client.history.map((visit) => (
          <li key={visit.id}>
            <Link to={`/dashboard/appointments?cita=${visit.id}`}>
              <span className="num">
                {shortDate(visit.appointment_date)} {visit.appointment_date.slice(0, 4)},{' '}
                {amPm(visit.appointment_time)}
              </span>
              <b>{visit.service_name}</b>
              <small>
                {visit.professional_name} · {statusLabel({ ...visit, rescheduled_from: null })} ·{' '}
                <span className="num">{money(visit.actual_price ?? visit.price, business.currency)}</span>
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
