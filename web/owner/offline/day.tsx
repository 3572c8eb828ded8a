import { statusLabel, statusTone } from '#domain/appointment.ts'
import { addDays, amPm, durationText, mediumDate } from '#domain/dates.ts'
import { isMasked } from '#domain/masked.ts'
import { Icon } from '../../ui/icon.tsx'
import { phone } from '../parts/icons.ts'
import { usePhone } from '../phone.ts'
import type { KeptAppointment } from './keep.ts'

interface Props {
  date: string
  today: string
  list: KeptAppointment[]
}

/** One date of the stored agenda. */
export function KeptDay({ date, today, list }: Props) {
  const phoneText = usePhone()
  const name = date === today ? 'Hoy' : date === addDays(today, 1) ? 'Mañana' : undefined
  const open = list.filter(({ status }) => status !== 'cancelled').length
  return (
    <section className="card off-day" aria-labelledby={`off-${date}`}>
      <div className="off-h">
        <h2 className="h3" id={`off-${date}`}>
          {name && `${name}, `}
          {mediumDate(date)}
        </h2>
        <span className="small muted num">{open === 1 ? '1 cita' : `${open} citas`}</span>
      </div>
      {list.length === 0 ? (
        <p className="small muted off-none">No había citas.</p>
      ) : (
        <ul>
          {list.map((one) => (
            <li key={one.id} className={one.status === 'cancelled' ? 'is-off' : undefined}>
              <span className="num off-t">
                {amPm(one.appointment_time)}
                <small>{durationText(one.duration_minutes)}</small>
              </span>
              <div className="grow">
                <b>{one.client_name}</b>
                <span>
                  {one.service_name} con {one.professional_name}
                </span>
                {one.notes && <span className="muted">{one.notes}</span>}
                <span className={`badge st-${statusTone(one, today)}`}>{statusLabel(one)}</span>
              </div>
              {one.client_phone && !isMasked(one.client_phone) && (
                <a className="btn btn-2 btn-icon" href={`tel:${one.client_phone}`}>
                  <Icon d={phone} />
                  <span className="sr">
                    Llamar a {one.client_name}, {phoneText(one.client_phone)}
                  </span>
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
