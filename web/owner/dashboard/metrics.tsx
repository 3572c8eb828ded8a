import { counted, decimal } from '#domain/numbers.ts'
import { money } from '#domain/money.ts'
import { type CSSProperties, type ReactNode } from 'react'
import './metrics.css'
import { type Attendance, type Metrics, percent, type Period, PERIODS, type Stats } from './types.ts'

interface Props {
  period: Period
  onPeriod: (period: Period) => void
  stats: Stats | undefined
  metrics: Metrics | undefined
  attendance: Attendance | undefined
}

/** The figures of a period. */
export function MetricCards({ period, onPeriod, stats, metrics, attendance }: Props) {
  const isReady = stats && metrics && attendance
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
          <Cards period={period} stats={stats} metrics={metrics} attendance={attendance} />
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
  ...['Ingresos', 'Citas', 'Asistencia', 'Inasistencias'],
  ...['Cancelaciones', 'Clientes nuevos', 'Clientes que vuelven', 'Horas reservadas'],
]

interface Ready {
  period: Period
  stats: Stats
  metrics: Metrics
  attendance: Attendance
}

function Cards({ period, stats, metrics, attendance }: Ready) {
  const { total_appointments: total, attended, no_shows } = attendance
  const average = attended > 0 ? Math.round(metrics.total_revenue / attended) : 0
  const { scheduled_appointments: scheduled, completed_appointments, cancelled_appointments } = stats
  return (
    <>
      <Card title="Ingresos" value={money(metrics.total_revenue)}>
        <p>
          {attended === 0
            ? 'Suma las citas a las que asistieron'
            : `${money(average)} en promedio por cita atendida`}
        </p>
      </Card>
      <Card title="Citas" value={decimal(total)}>
        {period === 'all' ? (
          <Bar
            parts={[
              [scheduled, 'var(--cielo-500)', counted(scheduled, 'programada')],
              [completed_appointments, 'var(--verde-500)', ''],
              [cancelled_appointments, 'var(--n-400)', counted(cancelled_appointments, 'cancelada')],
            ]}
          />
        ) : (
          <p>Con todas las canceladas</p>
        )}
      </Card>
      <Card title="Asistencia" value={percent(attendance.attendance_rate)}>
        <Bar
          parts={[
            [attended, 'var(--verde-500)', counted(attended, 'asistió', 'asistieron')],
            [no_shows, 'var(--aji-400)', ''],
          ]}
        />
      </Card>
      <Card title="Inasistencias" value={percent(metrics.no_show_rate)}>
        <Bar
          parts={[
            [no_shows, 'var(--aji-400)', counted(no_shows, 'no asistió', 'no asistieron')],
            [attended, 'var(--n-200)', ''],
          ]}
        />
      </Card>
      <Card title="Cancelaciones" value={percent(metrics.cancellation_rate)}>
        <p>De {counted(total, 'cita')}</p>
      </Card>
      <Card title="Clientes nuevos" value={decimal(metrics.new_clients)}>
        <p>Con su primera cita</p>
      </Card>
      <Card title="Clientes que vuelven" value={decimal(metrics.returning_clients)}>
        <p>Con más de una cita</p>
      </Card>
      <Card title="Horas reservadas" value={`${decimal(metrics.occupation_hours)} h`}>
        <p>Sin las canceladas</p>
      </Card>
    </>
  )
}

function Card({ title, value, children }: { title: string; value: string; children: ReactNode }) {
  return (
    <div className="card met">
      <h3>{title}</h3>
      <p className="met-v">{value}</p>
      {children}
    </div>
  )
}

/** Shares of a whole, in the colours of the words below. */
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
