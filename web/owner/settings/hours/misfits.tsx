import { amPm, mediumDate } from '#domain/dates.ts'
import { counted } from '#domain/numbers.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Conflict } from '../../data/time-off.ts'
import { Link } from '../../parts/link.tsx'

/** The appointments that do not fit in the hours of their date any more; each opens in the agenda. */
export function Misfits({ list, onClose }: { list: Conflict[]; onClose: () => void }) {
  return (
    <Dialog
      title="Citas que ya no caben"
      onClose={onClose}
      footer={
        <button type="button" className="btn" onClick={onClose}>
          Listo
        </button>
      }
    >
      <p role="status">
        Hay {counted(list.length, 'cita')} en ese tiempo. Siguen en pie hasta que las muevas o las canceles.
      </p>
      <ul className="sd-list">
        {list.map(
          ({ id, client_name, service_name, professional_name, appointment_date, appointment_time }) => (
            <li key={id} className="sd-row">
              <span className="sd-name">
                <b>{client_name || 'Reserva sin confirmar'}</b>
                <small>
                  {mediumDate(appointment_date)}, {amPm(appointment_time)} · {service_name}, con{' '}
                  {professional_name}
                </small>
              </span>
              <Link
                className="btn btn-2 btn-sm"
                to={`/dashboard/appointments?cita=${id}&fecha=${appointment_date}`}
                aria-label={`Ver la cita de ${client_name}`}
              >
                Ver
              </Link>
            </li>
          ),
        )}
      </ul>
    </Dialog>
  )
}
