import { decimal } from '#domain/numbers.ts'
import { DEFAULT_CURRENCY, money } from '#domain/money.ts'
import type { CSSProperties } from 'react'
import '../ui/empty.css'
import { NotLoaded } from '../ui/loading/not-loaded.tsx'
import { type Metrics as PlatformMetrics, metricsQuery, useLoaded } from './queries.ts'

const REVENUE = 'Ingresos Totales'
const CARDS: { title: string; text: (metrics: PlatformMetrics) => string }[] = [
  { title: 'Total Negocios', text: (m) => decimal(m.total_businesses) },
  { title: 'Negocios Activos', text: (m) => decimal(m.active_businesses) },
  { title: 'Total Citas', text: (m) => decimal(m.total_appointments) },
  { title: REVENUE, text: (m) => money(m.total_revenue) },
  { title: 'Total Servicios', text: (m) => decimal(m.total_services) },
  { title: 'Total Profesionales', text: (m) => decimal(m.total_professionals) },
]

export function Metrics() {
  const { data, isFailed, reload } = useLoaded(metricsQuery())
  if (isFailed && !data)
    return (
      <section className="card" aria-label="Métricas">
        <NotLoaded className="admin-missing" what="las métricas" onRetry={reload} />
      </section>
    )
  return (
    <section className="admin-metrics" aria-label="Métricas" aria-busy={!data}>
      {CARDS.map(({ title, text }) => (
        <div key={title} className="card">
          <h2>{title}</h2>
          {data ? <Figure text={text(data)} /> : <span className="skeleton" />}
          {title === REVENUE && data && <Others revenues={data.revenues} />}
        </div>
      ))}
    </section>
  )
}

/** What came in other currencies: nobody may add pesos of two countries up. */
const Others = ({ revenues }: Pick<PlatformMetrics, 'revenues'>) =>
  revenues
    .filter(({ currency }) => currency !== DEFAULT_CURRENCY)
    .map(({ currency, amount }) => (
      <small key={currency} className="num muted">
        {money(amount, currency)} {currency}
      </small>
    ))

/** A figure as large as its card allows. */
const Figure = ({ text }: { text: string }) => (
  <p style={{ '--letters': text.length } as CSSProperties}>{text}</p>
)
