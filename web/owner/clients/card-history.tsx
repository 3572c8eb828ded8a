import { amPm, nowIn, shortDate } from '#domain/dates.ts'
import { money } from '#domain/money.ts'
import { counted } from '#domain/numbers.ts'
import { statusLabel, statusTone } from '#domain/appointment.ts'
import type { SessionBusiness } from '../../account/session.ts'
import type { WholeClient } from '../data/clients.ts'
import { Link } from '../parts/link.tsx'

interface Props {
  client: WholeClient
  business: SessionBusiness
}

/** The appointments of a client, the latest first; each opens its dialog. */
export function CardHistory({ client, business }: Props) {
  const { date: today } = nowIn(business.timezone, Date.now())
  if (client.history.length === 0) return <p className="small muted cli-rhythm">Todavía no tiene citas.</p>
  return (
    <>
      <Rhythm client={client} />
      <ul className="cli-history">
        {client.history.map((visit) => {
          const shown = { ...visit, rescheduled_from: null }
          return (
            <li key={visit.id}>
              <Link to={`/dashboard/appointments?cita=${visit.id}`}>
                <span className="num cli-when">
                  {shortDate(visit.appointment_date)} {visit.appointment_date.slice(0, 4)},{' '}
                  {amPm(visit.appointment_time)}
                </span>
                <span className={`badge st-${statusTone(shown, today)}`}>{statusLabel(shown)}</span>
                <b>{visit.service_name}</b>
                <span className="num">{money(visit.actual_price ?? visit.price, business.currency)}</span>
                <small>{visit.professional_name}</small>
              </Link>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** How often the client comes, and to what. */
function Rhythm({ client }: { client: WholeClient }) {
  const { rhythm_days, last_visit, favourite_service, favourite_professional } = client
  if (rhythm_days === null) return null
  const since = last_visit ? Math.floor((Date.now() - Date.parse(last_visit)) / 86_400_000) : undefined
  return (
    <p className="cli-rhythm">
      Suele venir <b>cada {counted(rhythm_days, 'día')}</b>
      {since !== undefined && since > 0 && (
        <>
          {' '}
          y su última visita fue <b>hace {counted(since, 'día')}</b>
        </>
      )}
      .
      {favourite_service && (
        <small>
          Casi siempre: {favourite_service.toLowerCase()} con {favourite_professional}
        </small>
      )}
    </p>
  )
}
