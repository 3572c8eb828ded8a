import { lateText } from '#domain/card.ts'
import { decimal } from '#domain/numbers.ts'
import { money } from '#domain/money.ts'
import { nowIn, shortMonth } from '#domain/dates.ts'
import type { ReactNode } from 'react'
import type { SessionBusiness } from '../../account/session.ts'
import type { Client, WholeClient } from '../data/clients.ts'

interface Props {
  client: Client
  whole: WholeClient | undefined
  business: SessionBusiness
}

/** What a client's visits add up to. What only the whole card says keeps its place until that is there. */
export function CardFigures({ client, whole, business }: Props) {
  const first = whole?.first_visit && nowIn(business.timezone, Date.parse(whole.first_visit)).date
  const last = whole ? '—' : '…'
  return (
    <dl className="cli-figures num">
      <Figure term="Visitas">{decimal(client.visits)}</Figure>
      <Figure term="Inasistencias">
        <span className={client.no_shows > 0 ? 'cli-missed' : undefined}>{decimal(client.no_shows)}</span>
      </Figure>
      <Figure term="Canceló">
        {whole ? decimal(whole.cancellations) : last}
        {whole && whole.late_cancellations > 0 && (
          <small className="cli-missed">{lateText(whole.late_cancellations)}</small>
        )}
      </Figure>
      <Figure term="Gastado">{money(client.spent, business.currency)}</Figure>
      <Figure term="Promedio">
        {whole && whole.average !== null ? money(whole.average, business.currency) : last}
      </Figure>
      <Figure term="Desde">{first ? `${shortMonth(first)} ${first.slice(0, 4)}` : last}</Figure>
    </dl>
  )
}

const Figure = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)
