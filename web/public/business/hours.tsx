import { dayOfWeek } from '#domain/dates.ts'
import { hoursList } from '#domain/schedule.ts'
import type { BusinessDay } from '#domain/week.ts'

export function Hours({ schedules, today }: { schedules: BusinessDay[]; today: string }) {
  return (
    <section id="horario" aria-labelledby="horario-titulo">
      <div className="block-head">
        <h3 id="horario-titulo">Horario de apertura</h3>
      </div>
      <HoursList schedules={schedules} today={today} />
    </section>
  )
}

/** Monday to Sunday, with today highlighted. */
export function HoursList({ schedules, today }: { schedules: BusinessDay[]; today: string }) {
  const now = dayOfWeek(today)
  return (
    <dl className="hours">
      {hoursList(schedules).map(({ day_of_week, label, text }) => (
        <div key={day_of_week} className={day_of_week === now ? 'today' : undefined}>
          <dt>
            {label}
            {day_of_week === now && ' · hoy'}
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
  )
}
