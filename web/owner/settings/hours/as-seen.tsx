import { mediumDate } from '#domain/dates.ts'
import { hoursList, hoursText, openStatus } from '#domain/schedule.ts'
import type { BusinessDay } from '#domain/week.ts'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { type Profile, shownHoursQuery } from '../../data/business.ts'
import { useClock } from '../../parts/use-clock.ts'

/** More than these are looked up on the page itself. */
const MOST = 6

interface Props {
  profile: Profile
  /** As it is edited: not stored yet. */
  week: readonly BusinessDay[]
}

/** What customers read on the booking page: whether it is open, the week, and the dates that are not as every week. */
export function AsSeen({ profile, week }: Props) {
  const now = useClock(profile.timezone)
  const { data } = useQuery(shownHoursQuery(profile.id))
  const dates = data?.special_dates ?? []
  const { open, text } = openStatus(week, now, dates)
  const [state, when] = text.split(' · ')
  return (
    <aside className="set-aside card pad as-seen" aria-labelledby="as-seen">
      <h3 className="h3" id="as-seen">
        Así lo ven tus clientes
      </h3>
      <p className={open ? 'as-seen-now open' : 'as-seen-now'}>
        <span>
          <b>{state}</b>
          {when && ` · ${when}`}
        </span>
      </p>
      <dl className="set-hours-list">
        {hoursList(week).map((day) => (
          <div key={day.day_of_week}>
            <dt>{day.label}</dt>
            <dd>
              {day.text.split(', ').map((range, i, all) => (
                <Fragment key={range}>
                  <span>{i < all.length - 1 ? `${range},` : range}</span>{' '}
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {dates.length > 0 && (
        <dl className="as-seen-dates">
          {dates.slice(0, MOST).map(({ date }) => (
            <div key={date}>
              <dt>{mediumDate(date)}</dt>
              <dd>{hoursText(week, date, dates)}</dd>
            </div>
          ))}
        </dl>
      )}
      {dates.length > MOST && (
        <p className="small muted">y {dates.length - MOST} más en los próximos 60 días</p>
      )}
    </aside>
  )
}
