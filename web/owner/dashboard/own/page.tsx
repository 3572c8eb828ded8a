import { paletteOf } from '#domain/service.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MetaFunction } from 'react-router'
import { useSession } from '../../../account/session.ts'
import '../../../ui/tones.css'
import { metricsQuery, type Period, seriesQuery } from '../../data/figures.ts'
import { starts } from '../../data/loader.ts'
import type { OwnerHandle } from '../../data/preload.ts'
import { servicesQuery } from '../../data/services.ts'
import { useShown } from '../../data/use-shown.ts'
import { ownerMeta } from '../../head.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Failed } from '../../parts/states.tsx'
import { useClock } from '../../parts/use-clock.ts'
import '../dashboard.css'
import { TopServices } from '../lists.tsx'
import { MetricCards } from '../metrics.tsx'
import { periodText } from '../periods.ts'
import { Trend } from '../trend.tsx'

export const meta: MetaFunction = (args) => ownerMeta(args, 'Mis ingresos')
export const handle: OwnerHandle = { title: 'Mis ingresos' }
export const clientLoader = starts(() => [])
/** Not that of data/loader.ts: the file of this screen hands on nothing of another (scripts/fewer-files.ts). */
export const HydrateFallback = () => null

/** What a professional's own appointments brought in. */
export default function OwnFigures() {
  const { timezone, currency } = useSession().business!
  const today = useClock(timezone).date
  const [period, setPeriod] = useState<Period>('month')
  const metrics = useShown(metricsQuery(period), 'Error cargando tus ingresos')
  const { data: series } = useQuery(seriesQuery(period))
  const { data: services } = useQuery(servicesQuery())
  const toneOf = (name: string) =>
    paletteOf(Math.max(0, services?.findIndex(({ service_name }) => service_name === name) ?? 0))
  return (
    <>
      <PageHead title="Mis ingresos" text="Solo de tus propias citas." />
      {metrics.status === 'failed' ? (
        <Failed title="No pudimos mostrar tus ingresos" error={metrics.error} onRetry={metrics.retry} />
      ) : (
        <>
          <MetricCards {...{ period, currency, stats: null, metrics: metrics.data }} onPeriod={setPeriod} />
          <div className="dash-half">
            <Trend ref={null} {...{ series, period, currency, today }} />
            <TopServices
              metrics={metrics.data}
              currency={currency}
              period={periodText(period)}
              toneOf={toneOf}
            />
          </div>
        </>
      )}
    </>
  )
}
