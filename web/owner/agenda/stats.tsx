import type { Figures } from './use-figures.ts'

/** All appointments in five numbers. */
export function Stats({ figures }: { figures: Figures | undefined }) {
  const rows: [string, string | number | false | undefined][] = [
    ['Programadas', figures?.scheduled],
    ['Completadas', figures?.completed],
    ['Canceladas', figures?.cancelled],
    ['No asistieron', figures?.no_shows],
    [
      'Asistencia',
      figures?.attendance_rate !== undefined && `${String(figures.attendance_rate).replace('.', ',')} %`,
    ],
  ]
  return (
    <dl className="card strip apt-stats">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === false || value === undefined ? '—' : value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Past appointments without recorded attendance: a note beside the title, a row of its own on phones. */
export function Unconfirmed({ count, onReview }: { count: number; onReview: () => void }) {
  return (
    <div className="apt-open">
      <span>
        <b>{count}</b> <i>{count === 1 ? 'cita pasada' : 'citas pasadas'}</i> sin confirmar
      </span>
      <button type="button" className="btn btn-sm" onClick={onReview}>
        Revisar
      </button>
    </div>
  )
}
