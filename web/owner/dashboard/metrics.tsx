import { counted, decimal } from '#domain/numbers.ts'
import { money } from '#domain/money.ts'
import { type CSSProperties, type ReactNode } from 'react'
import './metrics.css'
import type { Attendance, Metrics, MetricsNow, Period, Stats } from '../data/figures.ts'
import { BEFORE, percent, PERIODS } from './periods.ts'

interface Props {
  period: Period
  currency: string
  onPeriod: (period: Period) => void
  /** Null: the counts of the whole business are not shown to whoever sees the own part of it. */
  stats: Stats | null | undefined
  metrics: MetricsNow | undefined
}

interface Before {
  metrics: Metrics
  attendance: Attendance
}

/** The figures of a period. */
export function MetricCards({ period, currency, onPeriod, stats, metrics }: Props) {
  const isReady = stats !== undefined && metrics
  return (
    <section className="mets-box" aria-labelledby="mets-title">
      <div className="row between wrap">
        <h2 className="h2" id="mets-title">
          Indicadores
        </h2>
        <div className="seg" role="group" aria-label="Periodo">
          {PERIODS.map(([value, label]) => (
            <button key={value} type="button" aria-pressed={period === value} onClick={() => onPeriod(value)}>
              {label}
            </button>
          ))}
        </div>
      </div>
      <div className="mets" aria-busy={!isReady}>
        {isReady ? (
          <Cards {...{ period, currency, stats, metrics }} />
        ) : (
          TITLES.map((title) => (
            <div key={title} className="card met">
              <h3>{title}</h3>
              <div className="skeleton met-wait" />
            </div>
          ))
        )}
      </div>
    </section>
  )
}

const TITLES = [
  'Ingresos',
  'Citas',
  'Asistencia',
  'Inasistencias',
  'Cancelaciones',
  'Clientes nuevos',
  'Clientes que vuelven',
  'Horas reservadas',
]

interface Ready {
  period: Period
  currency: string
  stats: Stats | null
  metrics: MetricsNow
}

function Cards({ period, currency, stats, metrics }: Ready) {
  const { attendance } = metrics
  const { total_appointments: total, attended, no_shows } = attendance
  const known = attended + no_shows
  const before = metrics.before &&
    attendance.before && { metrics: metrics.before, attendance: attendance.before }
  const name = BEFORE[period]
  const was = (textOf: (before: Before) => string) =>
    before && name ? (
      <>
        {name}: <span className="num">{textOf(before)}</span>
      </>
    ) : undefined
  const knownOf = ({ attendance: then }: Before) => then.attended + then.no_shows
  return (
    <>
      <Card
        title="Ingresos"
        value={money(metrics.total_revenue, currency)}
        was={was((then) => money(then.metrics.total_revenue, currency))}
      >
        <p>
          {attended === 0
            ? 'Suma las citas a las que asistieron'
            : `${money(metrics.total_revenue / attended, currency)} en promedio por cita atendida`}
        </p>
      </Card>
      <Card
        title="Citas"
        value={decimal(total)}
        was={was((then) => decimal(then.attendance.total_appointments))}
      >
        {period === 'all' && stats ? (
          <States stats={stats} noShows={no_shows} />
        ) : (
          <p>Con todas las canceladas</p>
        )}
      </Card>
      <Card
        title="Asistencia"
        value={percent(attendance.attendance_rate, known)}
        was={was((then) => percent(then.attendance.attendance_rate, knownOf(then)))}
      >
        <Bar
          parts={[
            [attended, 'var(--verde-500)', counted(attended, 'asistió', 'asistieron')],
            [no_shows, 'var(--aji-400)', ''],
          ]}
        />
      </Card>
      <Card
        title="Inasistencias"
        value={percent(metrics.no_show_rate, known)}
        was={was((then) => percent(then.metrics.no_show_rate, knownOf(then)))}
      >
        <Bar
          parts={[
            [no_shows, 'var(--aji-400)', counted(no_shows, 'no asistió', 'no asistieron')],
            [attended, 'var(--n-200)', ''],
          ]}
        />
      </Card>
      <Card
        title="Cancelaciones"
        value={percent(metrics.cancellation_rate, total)}
        was={was((then) => percent(then.metrics.cancellation_rate, then.attendance.total_appointments))}
      >
        <p>De {counted(total, 'cita')}</p>
      </Card>
      <Card
        title="Clientes nuevos"
        value={decimal(metrics.new_clients)}
        was={was((then) => decimal(then.metrics.new_clients))}
      >
        <p>Vinieron por primera vez</p>
      </Card>
      <Card
        title="Clientes que vuelven"
        value={period === 'all' ? '—' : decimal(metrics.returning_clients)}
        was={was((then) => decimal(then.metrics.returning_clients))}
      >
        <p>{period === 'all' ? 'Elige un mes para verlos' : 'Ya habían venido antes'}</p>
      </Card>
      <Card
        title="Horas reservadas"
        value={`${decimal(metrics.occupation_hours)} h`}
        was={was((then) => `${decimal(then.metrics.occupation_hours)} h`)}
      >
        <p>Sin las canceladas</p>
      </Card>
    </>
  )
}

function States({ stats, noShows }: { stats: Stats; noShows: number }) {
  const { scheduled_appointments: scheduled, completed_appointments, cancelled_appointments } = stats
  return (
    <Bar
      parts={[
        [scheduled, 'var(--cielo-500)', counted(scheduled, 'programada')],
        [completed_appointments, 'var(--verde-500)', ''],
        [noShows, 'var(--aji-400)', ''],
        [cancelled_appointments, 'var(--n-400)', counted(cancelled_appointments, 'cancelada')],
      ]}
    />
  )
}

interface CardProps {
  title: string
  value: string
  /** What it was in the period before. */
  was: ReactNode
  children: ReactNode
}

function Card({ title, value, was, children }: CardProps) {
  return (
    <div className="card met">
      <h3>{title}</h3>
      <p className="met-v">{value}</p>
      {was && <p className="met-was">{was}</p>}
      {children}
    </div>
  )
}

/** A bar of shares, in the colours of the labels below. */
function Bar({ parts }: { parts: [size: number, colour: string, label: string][] }) {
  return (
    <>
      <div className="met-bar" aria-hidden="true">
        {parts.map(
          ([size, colour]) => size > 0 && <i key={colour} style={{ flex: size, background: colour }} />,
        )}
      </div>
      <p className="met-key">
        {parts.map(
          ([, colour, label]) =>
            label && (
              <span key={colour} style={{ '--c': colour } as CSSProperties}>
                {label}
              </span>
            ),
        )}
      </p>
    </>
  )
}
