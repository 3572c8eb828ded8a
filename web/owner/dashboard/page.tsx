import { paletteOf } from '#domain/service.ts'
import { useCallback, useState } from 'react'
import type { MetaFunction } from 'react-router'
import { useSession } from '../../account/session.ts'
import '../../ui/empty.css'
import '../../ui/tones.css'
import { useClock } from '../appointments/use-clock.ts'
import type { OwnerHandle } from '../early.tsx'
import { ownerMeta } from '../head.ts'
import { PageHead } from '../page-head.tsx'
import { SharePage } from '../share-page.tsx'
import { HeadActions, PhoneActions } from './actions.tsx'
import { CreditBanner } from './credit-banner.tsx'
import './dashboard.css'
import { DayLine } from './day-line.tsx'
import { FirstGuide } from './first-guide.tsx'
import { Professionals, Recent, Services, TopServices, Upcoming } from './lists.tsx'
import { MetricCards } from './metrics.tsx'
import { Occupancy } from './occupancy.tsx'
import { useShape } from './shape.ts'
import './share.css'
import { Skeleton } from './skeleton.tsx'
import { Trend } from './trend.tsx'
import { type Appointment, type Period, periodText } from './types.ts'
import { useFigures } from './use-figures.ts'

export const meta: MetaFunction = (args) => ownerMeta(args, 'Dashboard')
export const handle: OwnerHandle = {
  asks: [
    ...['/api/message-credits/status', '/api/services', '/api/professionals'],
    ...['/api/businesses/profile', '/api/schedules/professionals'],
  ],
}

/** The owner's day at a glance, and how the business is doing. */
export default function Dashboard() {
  const business = useSession().business!
  const now = useClock(business.timezone)
  const today = now.date
  const [period, setPeriod] = useState<Period>('all')
  const figures = useFigures(today, period)
  const { credits, services, professionals, hours, day, metrics, series } = figures

  const toneOf = useCallback(
    ({ service_id }: Pick<Appointment, 'service_id'>) => {
      const position = services?.findIndex(({ id }) => id === service_id) ?? -1
      return paletteOf(position === -1 ? service_id - 1 : position)
    },
    [services],
  )
  const toneNamed = (name: string) =>
    paletteOf(Math.max(0, services?.findIndex(({ service_name }) => service_name === name) ?? 0))
  const faceOf = (id: number) => professionals?.find((one) => one.id === id)?.avatar_url

  // Together: what comes one after the other would push down what is already read.
  const isReady = credits !== undefined && day && professionals && services && hours
  const lanes = professionals?.filter(({ is_active }) => is_active).length ?? 0
  // Below a day whose shape nobody knows yet, nothing can stand still.
  const shape = useShape(business.id, isReady ? { lanes, banner: credits !== null } : undefined)

  return (
    <>
      <PageHead title={`${greeting(now.minute)}, ${business.business_name}`} actions={<HeadActions />} />
      <PhoneActions />
      {isReady ? (
        <>
          {credits && <CreditBanner credits={credits} business={business} today={today} />}
          <DayLine appointments={day} {...{ professionals, hours, now, toneOf }} />
        </>
      ) : (
        <Skeleton lanes={shape?.lanes ?? 2} banner={shape?.banner ?? true} />
      )}
      {(isReady || shape) && (
        <>
          <MetricCards
            {...{
              period,
              metrics,
              onPeriod: setPeriod,
              stats: figures.stats,
              attendance: figures.attendance,
            }}
          />
          <div className="dash-two">
            <div className="dash-col">
              <Upcoming list={figures.upcoming} today={today} toneOf={toneOf} faceOf={faceOf} />
              <Trend series={series} period={period} today={today} />
            </div>
            <div className="dash-col">
              <SharePage business={business} />
              <Occupancy series={series} period={period} />
            </div>
          </div>
          <div className="dash-half">
            <Recent list={figures.recent} today={today} />
            <TopServices metrics={metrics} period={periodText(period)} toneOf={toneNamed} />
            <Services list={services} toneOf={toneNamed} />
            <Professionals list={professionals} day={day ?? []} />
          </div>
        </>
      )}
      <FirstGuide business={business} />
    </>
  )
}

function greeting(minute: number): string {
  if (minute < 12 * 60) return 'Buenos días'
  return minute < 19 * 60 ? 'Buenas tardes' : 'Buenas noches'
}
