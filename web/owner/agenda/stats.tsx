import { Icon } from '../../ui/icon.tsx'
import '../../ui/banner.css'
import type { Figures } from './use-figures.ts'
import { clockAlert } from '../parts/icons.ts'

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

/** Past appointments without recorded attendance. */
export function Unconfirmed({ count, onReview }: { count: number; onReview: () => void }) {
  return (
    <div className="banner banner-warn apt-banner">
      <Icon d={clockAlert} />
      <span>
        <b>{count === 1 ? '1 cita pasada sin confirmar.' : `${count} citas pasadas sin confirmar.`}</b>
        <span className="only-d"> Marca si asistieron para que tus cifras cuadren.</span>
      </span>
      <button type="button" className="btn btn-sm" onClick={onReview}>
        Revisar
      </button>
    </div>
  )
}
