import { lateText } from '#domain/card.ts'
import { counted, decimal } from '#domain/numbers.ts'
import { money } from '#domain/money.ts'
import { daysBetween, nowIn, shortMonth } from '#domain/dates.ts'
import type { ReactNode } from 'react'
import { presentMs } from '../../../server-clock.ts'
import type { SessionBusiness } from '../../../account/session.ts'
import type { WholeClient } from '../../data/clients.ts'

interface Props {
  client: WholeClient
  business: SessionBusiness
}

/** What a client's visits add up to. */
export function CardFigures({ client, business }: Props) {
  const first = client.first_visit && nowIn(business.timezone, Date.parse(client.first_visit)).date
  return (
    <dl className="card cli-figures num">
      <Figure term="Visitas">{decimal(client.visits)}</Figure>
      <Figure term="Inasistencias">
        <span className={client.no_shows > 0 ? 'cli-missed' : undefined}>{decimal(client.no_shows)}</span>
      </Figure>
      <Figure term="Canceló">
        {decimal(client.cancellations)}
        {client.late_cancellations > 0 && (
          <small className="cli-missed">{lateText(client.late_cancellations)}</small>
        )}
      </Figure>
      {client.spent !== null && (
        <>
          <Figure term="Gastado">{money(client.spent, business.currency)}</Figure>
          <Figure term="Promedio">
            {client.average === null ? '—' : money(client.average, business.currency)}
          </Figure>
        </>
      )}
      <Figure term="Desde">{first ? `${shortMonth(first)} ${first.slice(0, 4)}` : '—'}</Figure>
    </dl>
  )
}

const Figure = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)

/** How often the client comes, and to what. */
export function Rhythm({ client, timezone }: { client: WholeClient; timezone: string }) {
  const { rhythm_days, last_visit, favourite_service, favourite_professional } = client
  if (rhythm_days === null) return null
  const dayOf = (ms: number) => nowIn(timezone, ms).date
  const since = last_visit ? daysBetween(dayOf(Date.parse(last_visit)), dayOf(presentMs())) : undefined
  return (
    <p className="cli-rhythm">
      <span>
        Suele venir <b>cada {counted(rhythm_days, 'día')}</b>
        {since !== undefined && since > 0 && (
          <>
            {' '}
            y su última visita fue <b>hace {counted(since, 'día')}</b>
          </>
        )}
        .
      </span>
      {favourite_service && (
        <small>
          Casi siempre: {favourite_service.toLowerCase()} con {favourite_professional}
        </small>
      )}
    </p>
  )
}
