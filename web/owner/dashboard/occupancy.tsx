import { decimal } from '#domain/numbers.ts'
import { amPm, clockTime, weekdayLabel } from '#domain/dates.ts'
import { Fragment, type Ref } from 'react'
import './charts.css'
import type { Period, Series } from '../data/figures.ts'
import { periodText } from './periods.ts'

const WEEK = [1, 2, 3, 4, 5, 6, 0]
const LEVELS = 4

const hourText = (hour: number): string => amPm(clockTime(hour * 60)).replace(':00', '')

interface Props {
  series: Series | undefined
  period: Period
  ref: Ref<HTMLElement>
}

/** When the business is busy: weekdays by hours, the darker the busier. */
export function Occupancy({ series, period, ref }: Props) {
  const cells = series?.occupancy ?? []
  const share = series?.occupancy_percent ?? null
  const hours = cells.map(({ hour }) => hour)
  const [first, last] = [Math.min(9, ...hours), Math.max(17, ...hours)]
  const shown = Array.from({ length: last - first + 1 }, (_, i) => first + i)
  const most = Math.max(...cells.map(({ minutes }) => minutes), 1)
  const minutesAt = (day: number, hour: number) =>
    cells.find((cell) => cell.day_of_week === day && cell.hour === hour)?.minutes ?? 0
  const busiest = [...cells].sort((a, b) => b.minutes - a.minutes).slice(0, 3)
  // Lines break only between the entries.
  const text = busiest.map(({ day_of_week, hour, minutes }) =>
    `${weekdayLabel(day_of_week).toLowerCase()} ${hourText(hour)} (${decimal(minutes / 60)} h)`.replaceAll(
      ' ',
      '\u00a0',
    ),
  )
  return (
    <section ref={ref} className="card pad" aria-labelledby="occupancy-title">
      <div className="row between wrap">
        <h2 className="h3" id="occupancy-title">
          Horas más ocupadas
        </h2>
        <span className="small muted">{periodText(period)}</span>
      </div>
      {!series ? (
        <div className="skeleton heat-wait" />
      ) : (
        <>
          <div
            className="heat"
            style={{ gridTemplateColumns: `30px repeat(${shown.length}, minmax(0, 1fr))` }}
            aria-hidden="true"
          >
            {WEEK.map((day) => (
              <Fragment key={day}>
                <span>{weekdayLabel(day).slice(0, 3)}</span>
                {shown.map((hour) => {
                  const minutes = minutesAt(day, hour)
                  const level = minutes === 0 ? 0 : Math.ceil((minutes / most) * LEVELS)
                  const title = `${weekdayLabel(day)} ${hourText(hour)}: ${decimal(minutes / 60)} h`
                  return <i key={hour} className={`heat-${level}`} title={title} />
                })}
              </Fragment>
            ))}
            <span />
            {shown.map((hour) => (
              <small key={hour}>{hour % 12 || 12}</small>
            ))}
          </div>
          {cells.length > 0 && (
            <div className="sr">
              <table>
                <caption>Horas ocupadas por día y hora</caption>
                <tbody>
                  {WEEK.flatMap((day) =>
                    shown
                      .filter((hour) => minutesAt(day, hour) > 0)
                      .map((hour) => (
                        <tr key={`${day} ${hour}`}>
                          <th scope="row">
                            {weekdayLabel(day)} {hourText(hour)}
                          </th>
                          <td>{decimal(minutesAt(day, hour) / 60)} h</td>
                        </tr>
                      )),
                  )}
                </tbody>
              </table>
            </div>
          )}
          <p className="heat-share">
            Ocupación <b className="num">{share === null ? '—' : `${decimal(share)} %`}</b>
            <span className="small muted">
              {share === null && period === 'all' ? 'Elige un mes para verla' : 'de las horas que atiendes'}
            </span>
          </p>
          <p className="small muted heat-most">
            {text.length > 0 ? `Lo más lleno: ${text.join(', ')}` : 'Aquí verás a qué horas te buscan más'}
          </p>
        </>
      )}
    </section>
  )
}
