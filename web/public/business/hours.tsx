import { dayOfWeek } from '#domain/dates.ts'
import { hoursList, hoursText } from '#domain/schedule.ts'
import type { Business } from './types.ts'

interface Props {
  business: Pick<Business, 'schedules' | 'special_dates'>
  today: string
}

export function Hours({ business, today }: Props) {
  return (
    <section id="horario" aria-labelledby="horario-titulo">
      <div className="block-head">
        <h3 id="horario-titulo">Horario de apertura</h3>
      </div>
      <HoursList business={business} today={today} />
    </section>
  )
}

/** Monday to Sunday, with today highlighted; above it today's hours, where they are not those of every week. */
export function HoursList({ business: { schedules, special_dates }, today }: Props) {
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
