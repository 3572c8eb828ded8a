import { decimal } from '#domain/numbers.ts'
import type { Figures } from './use-figures.ts'

/** All appointments in five numbers. */
export function Stats({ figures }: { figures: Figures | undefined }) {
  const rows: [name: string, value: number | undefined, unit?: string][] = [
    ['Programadas', figures?.scheduled],
    ['Completadas', figures?.completed],
    ['Canceladas', figures?.cancelled],
    ['No asistieron', figures?.no_shows],
    ['Asistencia', figures?.attendance_rate, ' %'],
  ]
  return (
    <dl className="card strip apt-stats">
      {rows.map(([name, value, unit = '']) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === undefined ? '—' : decimal(value) + unit}</dd>
        </div>
      ))}
    </dl>
  )
}

interface Waiting {
  count: number
  onReview: () => void
}

/** Past appointments without recorded attendance: one button in the calendar's tools. */
export const Unmarked = ({ count, onReview }: Waiting) => (
  <button type="button" className="apt-todo" aria-haspopup="dialog" onClick={onReview}>
    <b>{count}</b>
    <span className="sr">{count === 1 ? 'cita pasada' : 'citas pasadas'} </span>
    sin marcar
  </button>
)

/** The same as a line that says what to do about them. */
export const Unconfirmed = ({ count, onReview }: Waiting) => (
  <div className="apt-open">
    <span>
      <b>{count}</b> <i>{count === 1 ? 'cita pasada' : 'citas pasadas'}</i> sin marcar
    </span>
    <button type="button" className="btn btn-sm" onClick={onReview}>
      Revisar
    </button>
  </div>
)
