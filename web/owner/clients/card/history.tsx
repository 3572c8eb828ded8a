import { amPm, nowIn, shortDate } from '#domain/dates.ts'
import { money, ownPrice } from '#domain/money.ts'
import { isMasked } from '#domain/masked.ts'
import { counted } from '#domain/numbers.ts'
import { statusLabel, statusTone, stepOf } from '#domain/appointment.ts'
import { paletteOf } from '#domain/service.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { presentMs } from '../../../server-clock.ts'
import type { SessionBusiness } from '../../../account/session.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { imageSrc } from '../../../ui/image-src.ts'
import type { WholeClient } from '../../data/clients.ts'
import { professionalsQuery } from '../../data/professionals.ts'
import { servicesQuery } from '../../data/services.ts'
import { Link } from '../../parts/link.tsx'

/** '20 nov'; '28 mar 2025' of another year. */
const dayOf = (date: string, today: string) => {
  const [year, day] = [date.slice(0, 4), shortDate(date).split(' ').slice(1).join(' ')]
  return year === today.slice(0, 4) ? day : `${day} ${year}`
}

/** More would push the notes off a phone's screen. */
const MOST_AT_FIRST = 8

type Visit = WholeClient['history'][number]

interface Props {
  client: WholeClient
  business: SessionBusiness
}

/** The appointments of a client: the next ones first, then the latest; each opens its dialog. */
export function CardHistory({ client, business }: Props) {
  const now = presentMs()
  const isAhead = ({ status, starts_at }: Visit) => status === 'scheduled' && Date.parse(starts_at) > now
  const ahead = client.history.filter(isAhead).reverse()
  const before = client.history.filter((visit) => !isAhead(visit))
  const today = nowIn(business.timezone, now).date
  const [isWhole, setWhole] = useState(false)
  const isCut = !isWhole && before.length > MOST_AT_FIRST + 1
  // The card has the latest ones only.
  const earlier = client.appointments - client.history.length
  // They keep the name under which they were booked.
  const sought = isMasked(client.client_phone) ? '' : client.client_phone
  if (client.history.length === 0)
    return (
      <section className="card cli-history" aria-label="Historial de citas">
        <p className="small muted">Todavía no tiene citas.</p>
      </section>
    )
  return (
    <section className="card cli-history" aria-label="Historial de citas">
      {[
        { title: ahead.length > 1 ? 'Próximas' : 'Próxima', visits: ahead },
        { title: 'Anteriores', visits: isCut ? before.slice(0, MOST_AT_FIRST) : before },
      ].map(
        ({ title, visits }) =>
          visits.length > 0 && (
            <div key={title} className={visits === ahead ? 'cli-ahead' : undefined}>
              <h2>{title}</h2>
              <ul>
                {visits.map((visit) => (
                  <li key={visit.id}>
                    <VisitLink visit={visit} today={today} currency={business.currency} />
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
      {isCut && (
        <button type="button" className="link" onClick={() => setWhole(true)}>
          {earlier > 0
            ? `Ver las últimas ${before.length} citas`
            : `Ver las ${before.length} citas anteriores`}
        </button>
      )}
      {!isCut && earlier > 0 && (
        <p className="small">
          Antes hubo {counted(earlier, 'cita')} más.{' '}
          <Link
            className="link"
            to={`/dashboard/appointments?${new URLSearchParams({ vista: 'lista', pasadas: sought || client.client_name })}`}
          >
            Buscarlas
          </Link>
        </p>
      )}
    </section>
  )
}

function VisitLink({ visit, today, currency }: { visit: Visit; today: string; currency: string }) {
  const { data: services } = useQuery(servicesQuery())
  const { data: professionals } = useQuery(professionalsQuery())
  const position = services?.findIndex(({ id }) => id === visit.service_id) ?? -1
  const tone = paletteOf(position === -1 ? visit.service_id - 1 : position)
  const avatar = professionals?.find(({ id }) => id === visit.professional_id)?.avatar_url
  const isPaid = visit.status !== 'cancelled' && visit.attendance_status !== 'no_show'
  return (
    <Link className={`t${tone}`} to={`/dashboard/appointments?cita=${visit.id}`}>
      <span className="num cli-when">
        <b>{dayOf(visit.appointment_date, today)}</b>
        <small>{amPm(visit.appointment_time)}</small>
      </span>
      <i className="cli-rail" />
      <span className="cli-what">
        <b>{visit.service_name}</b>
        <small>
          <Avatar name={visit.professional_name} src={imageSrc(avatar, 160) ?? null} size="sm" />
          {visit.professional_name}
        </small>
      </span>
      <span className="num cli-worth">
        <VisitBadge visit={visit} today={today} />
        {isPaid &&
          (visit.actual_price === null
            ? ownPrice(visit.price, currency, visit.price_kind)
            : money(visit.actual_price, currency))}
      </span>
    </Link>
  )
}

/** Whoever said to be coming, or is here, is told so in place of 'Programada'. */
function VisitBadge({ visit, today }: { visit: Visit; today: string }) {
  const shown = { ...visit, rescheduled_from: null }
  const tone = statusTone(shown, today)
  const step = tone === 'programada' && stepOf(visit)
  if (step === 'arrived') return <span className="badge cli-arrived">Llegó</span>
  if (step === 'confirmed') return <span className="badge cli-confirmed">Confirmó</span>
  return <span className={`badge st-${tone}`}>{statusLabel(shown)}</span>
}
