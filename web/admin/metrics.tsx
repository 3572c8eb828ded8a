import { decimal } from '#domain/numbers.ts'
import { money } from '#domain/money.ts'
import type { CSSProperties } from 'react'
import '../ui/empty.css'
import { Retry } from './retry.tsx'
import { useLoaded } from './use-loaded.ts'

interface PlatformMetrics {
  total_businesses: number
  total_appointments: number
  total_revenue: number
  total_services: number
  total_professionals: number
  active_businesses: number
}

const CARDS: { title: string; of: (metrics: PlatformMetrics) => string }[] = [
  { title: 'Total Negocios', of: (m) => decimal(m.total_businesses) },
  { title: 'Negocios Activos', of: (m) => decimal(m.active_businesses) },
  { title: 'Total Citas', of: (m) => decimal(m.total_appointments) },
  { title: 'Ingresos Totales', of: (m) => money(m.total_revenue) },
  { title: 'Total Servicios', of: (m) => decimal(m.total_services) },
  { title: 'Total Profesionales', of: (m) => decimal(m.total_professionals) },
]

export function Metrics({ acts }: { acts: number }) {
  const { data, isFailed, reload } = useLoaded<{ metrics: PlatformMetrics }>('/api/admin/metrics', acts)
  if (isFailed && !data)
    return (
      <section className="card" aria-label="Métricas">
        <Retry what="las métricas" onRetry={reload} />
      </section>
    )
  return (
    <section className="admin-metrics" aria-label="Métricas" aria-busy={!data}>
      {CARDS.map(({ title, of }) => (
        <div key={title} className="card">
          <h2>{title}</h2>
          {data ? <Figure text={of(data.metrics)} /> : <span className="skeleton" />}
        </div>
      ))}
    </section>
  )
}

/** As large as its card allows. */
const Figure = ({ text }: { text: string }) => (
  <p style={{ '--letters': text.length } as CSSProperties}>{text}</p>
)
