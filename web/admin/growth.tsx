import { decimal } from '#domain/numbers.ts'
import { monthTitle } from '#domain/dates.ts'
import './growth.css'
import { NotLoaded } from '../ui/loading/not-loaded.tsx'
import { growthQuery, type Month, useLoaded } from './queries.ts'

/** The last twelve months. */
export function Growth() {
  const { data, isFailed, reload } = useLoaded(growthQuery())
  return (
    <section className="card" aria-labelledby="crecimiento" aria-busy={!data && !isFailed}>
      <div className="card-h">
        <h2 className="h2" id="crecimiento">
          Crecimiento
        </h2>
        <span className="small muted">Últimos 12 meses</span>
      </div>
      {isFailed && !data && <NotLoaded className="admin-missing" what="el crecimiento" onRetry={reload} />}
      {!(isFailed && !data) && (
        <div className="growth">
          <Bars title="Negocios nuevos" months={data ?? []} of={(month) => month.businesses} />
          <Bars title="Citas reservadas" months={data ?? []} of={(month) => month.appointments} />
        </div>
      )}
    </section>
  )
}

const WIDTH = 240
const HEIGHT = 96
const GAP = 6

interface BarsProps {
  title: string
  months: Month[]
  of: (month: Month) => number
}

/** The figures as bars, and as a table for screen readers. */
function Bars({ title, months, of }: BarsProps) {
  const most = Math.max(1, ...months.map(of))
  const step = WIDTH / (months.length || 12)
  const current = months.at(-1)
  return (
    <figure className="growth-one">
      <figcaption>
        <b>{title}</b>
        {current && <span className="small muted num">{decimal(of(current))} este mes</span>}
      </figcaption>
      <div className="growth-plot" aria-hidden="true">
        <span className="growth-most num">{months.length > 0 && decimal(most)}</span>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
          {months.map((month, i) => {
            const height = of(month) === 0 ? 1 : Math.max(2, (of(month) / most) * HEIGHT)
            return (
              <rect
                key={month.month}
                className={month === current ? 'now' : of(month) === 0 ? 'zero' : undefined}
                x={i * step + GAP / 2}
                y={HEIGHT - height}
                width={step - GAP}
                height={height}
              >
                <title>{`${monthTitle(`${month.month}-01`)}: ${decimal(of(month))}`}</title>
              </rect>
            )
          })}
        </svg>
        <div className="growth-months">
          {months.map(({ month }) => (
            <span key={month}>{monthTitle(`${month}-01`).slice(0, 3).toLowerCase()}</span>
          ))}
        </div>
      </div>
      <div className="sr">
        <table>
          <caption>{title} por mes</caption>
          <thead>
            <tr>
              <th scope="col">Mes</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {months.map((month) => (
              <tr key={month.month}>
                <th scope="row">{monthTitle(`${month.month}-01`)}</th>
                <td>{decimal(of(month))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
