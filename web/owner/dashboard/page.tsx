import { paletteOf } from '#domain/service.ts'
import { startTransition, useCallback, useState } from 'react'
import type { MetaFunction } from 'react-router'
import { may, useSession } from '../../account/session.ts'
import '../../ui/empty.css'
import '../../ui/tones.css'
import { useClock } from '../parts/use-clock.ts'
import { daysAround } from '../data/days.ts'
import { starts } from '../data/loader.ts'
import type { OwnerHandle } from '../data/preload.ts'
import { ownerMeta } from '../head.ts'
import { greetingAt } from '../parts/greeting.ts'
import { PageHead } from '../parts/page-head.tsx'
import { HeadActions, PhoneActions } from './actions.tsx'
import { CreditBanner } from '../parts/credit-banner.tsx'
import './dashboard.css'
import { DayLine } from './day-line.tsx'
import { FirstGuide } from './first-guide.tsx'
import { HolidayQuestion } from './holiday-question.tsx'
import { Later } from './later.tsx'
import { MetricCards } from './metrics.tsx'
import { useShape } from './shape.ts'
import { Skeleton } from './skeleton.tsx'
import type { Appointment } from '../data/appointment.ts'
import type { Period } from '../data/figures.ts'
import { firstQueries, useFigures } from './use-figures.ts'
import { useLater } from './use-later.ts'

export const meta: MetaFunction = (args) => ownerMeta(args, 'Dashboard')
export const handle: OwnerHandle = { greets: true, preload: firstQueries }
export const clientLoader = starts(firstQueries)
/** Not that of data/loader.ts: the file of this screen hands on nothing of another (scripts/fewer-files.ts). */
export const HydrateFallback = () => null

/** The owner's day at a glance, and how the business is doing. */
export default function Dashboard() {
  const business = useSession().business!
  const now = useClock(business.timezone)
  const today = now.date
  const [period, setPeriod] = useState<Period>('month')
  const figures = useFigures(daysAround(today), period, may(business, 'credits:read'))
  const { credits, services, professionals, hours, agenda, day, stats, metrics } = figures

  const toneOf = useCallback(
    ({ service_id }: Pick<Appointment, 'service_id'>) => {
      const position = services?.findIndex(({ id }) => id === service_id) ?? -1
      return paletteOf(position === -1 ? service_id - 1 : position)
    },
    [services],
  )
  // Shown together: parts that appear one after the other would push down what is already being read.
  const isReady = credits !== undefined && day && professionals && services && hours && stats
  // Who is suspended could not answer, and nobody can book by then.
  const holiday = business.is_suspended ? null : (stats?.holiday ?? null)
  const lanes = professionals?.filter(({ is_active }) => is_active).length ?? 0
  // Nothing is shown below a day whose height is unknown.
  const shape = useShape(
    business.id,
    isReady ? { lanes, banner: credits !== null, question: holiday !== null } : undefined,
  )

  const isLater = useLater(Boolean(isReady && stats && metrics))

  return (
    <>
      <PageHead title={`${greetingAt(now.minute)}, ${business.business_name}`} actions={<HeadActions />} />
      <PhoneActions />
      {isReady ? (
        <>
          {credits && <CreditBanner credits={credits} business={business} today={today} />}
          <HolidayQuestion holiday={holiday} />
          <DayLine appointments={day} {...{ professionals, hours, now, toneOf }} />
        </>
      ) : (
        <Skeleton
          lanes={shape?.lanes ?? 2}
          banner={shape?.banner ?? true}
          question={shape?.question ?? false}
        />
      )}
      {(isReady || shape) && (
        <>
          <MetricCards
            {...{ period, currency: business.currency, stats, metrics }}
            // With the figures, which are deferred: else it would stand over those of the former one for a moment.
            onPeriod={(other) => startTransition(() => setPeriod(other))}
          />
          {isLater && (
            <Later
              {...{ business, today, period, services, professionals, agenda, metrics, toneOf }}
              birthdays={stats?.birthdays ?? 0}
            />
          )}
        </>
      )}
      {isLater && !business.is_suspended && <FirstGuide business={business} />}
    </>
  )
}
