import { dayOfWeek } from '#domain/dates.ts'
import { hoursList, hoursText } from '#domain/schedule.ts'
import type { Business } from './types.ts'

export interface HoursProps {
  business: Pick<Business, 'schedules' | 'special_dates'>
  today: string
}

/** Monday to Sunday, with today highlighted; above it today's hours, where they are not those of every week. */
export default function HoursList({ business: { schedules, special_dates }, today }: HoursProps) {
  const now = dayOfWeek(today)
  const isSpecial = special_dates.some(({ date }) => date === today)
  return (
    <>
      {isSpecial && <p className="hours-now">Hoy: {hoursText(schedules, today, special_dates)}</p>}
      <dl className="hours">
        {hoursList(schedules).map(({ day_of_week, label, text }) => (
          <div key={day_of_week} className={day_of_week === now && !isSpecial ? 'today' : undefined}>
            <dt>
              {label}
              {day_of_week === now && !isSpecial && ' · hoy'}
            </dt>
            <dd>
              {text.split(', ').map((range, i) => (
                <span key={range}>
                  {i > 0 && ', '}
                  {range}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
