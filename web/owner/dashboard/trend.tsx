import { counted } from '#domain/numbers.ts'
import { money } from '#domain/money.ts'
import { type Ref, useState } from 'react'
import { bucketsOf } from './buckets.ts'
import './charts.css'
import type { Period, Series } from '../data/figures.ts'
import { periodText } from './periods.ts'

const [WIDTH, HEIGHT, BASE] = [640, 168, 144]
const KINDS = [
  ['revenue', 'Ingresos'],
  ['appointments', 'Citas'],
] as const
type Kind = (typeof KINDS)[number][0]
const BY = { day: 'por día', week: 'por semana', month: 'por mes' }

/** Revenue or appointments over time as bars, and as a table for screen readers. */
export function Trend({
  series,
  period,
  currency,
  today,
  ref,
}: {
  series: Series | undefined
  period: Period
  currency: string
  today: string
  ref: Ref<HTMLElement>
}) {
  const [kind, setKind] = useState<Kind>('revenue')
  const { size, buckets } = bucketsOf(series?.days ?? [], period, today)
  const top = Math.max(...buckets.map((one) => one[kind]))
  const text = (value: number) => (kind === 'revenue' ? money(value, currency) : counted(value, 'cita'))
  const title = `${KINDS.find(([one]) => one === kind)![1]} ${BY[size]}`
  const step = WIDTH / buckets.length
  const every = Math.ceil(buckets.length / 6)
  return (
    <section ref={ref} className="card pad" aria-labelledby="trend-title">
      <div className="row between wrap">
        <div>
          <h2 className="h3" id="trend-title">
            {title}
          </h2>
          <p className="small muted">{periodText(period)}</p>
        </div>
        <div className="seg" role="group" aria-label="Qué muestra la gráfica">
          {KINDS.map(([value, label]) => (
            <button key={value} type="button" aria-pressed={kind === value} onClick={() => setKind(value)}>
              {label}
            </button>
          ))}
        </div>
      </div>
      {!series ? (
        <div className="skeleton chart" />
      ) : !(top > 0) ? (
        <p className="small muted chart-none">Todavía no hay nada que mostrar</p>
      ) : (
        <>
          <svg
            className="chart"
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            aria-hidden="true"
            preserveAspectRatio="none"
          >
            {[0.5, 1].map((part) => (
              <line key={part} x1="0" x2={WIDTH} y1={BASE - 136 * part} y2={BASE - 136 * part} />
            ))}
            <line x1="0" x2={WIDTH} y1={BASE} y2={BASE} />
            {buckets.map((one, i) => {
              const height = (one[kind] / top) * 136
              return (
                <g key={one.key}>
                  <title>{`${one.label}: ${text(one[kind])}`}</title>
                  <rect className="hit" x={i * step} y="0" width={step} height={BASE} />
                  <rect
                    className={one[kind] === top ? 'bar is-top' : 'bar'}
                    {...{ x: i * step + step * 0.15, y: BASE - height, width: step * 0.7, height }}
                  />
                </g>
              )
            })}
          </svg>
          <div className="chart-ticks" aria-hidden="true">
            {buckets.map(
              (one, i) =>
                i % every === 0 && (
                  <span key={one.key} style={{ left: `${((i + 0.5) / buckets.length) * 100}%` }}>
                    {one.tick}
                  </span>
                ),
            )}
          </div>
          <p className="small muted chart-top">
            Lo más alto: <b>{text(top)}</b> ·{' '}
            <span className="num">{buckets.find((one) => one[kind] === top)!.label}</span>
          </p>
          <div className="sr">
            <table>
              <caption>{title}</caption>
              <tbody>
                {buckets
                  .filter((one) => one[kind] > 0)
                  .map((one) => (
                    <tr key={one.key}>
                      <th scope="row">{one.label}</th>
                      <td>{text(one[kind])}</td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  )
}
