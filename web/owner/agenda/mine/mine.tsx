import { type Moment, stepOf } from '#domain/appointment.ts'
import { amPm, clockTime, minutesOf } from '#domain/dates.ts'
import { nowAndLater } from '#domain/my-day.ts'
import { counted } from '#domain/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { Avatar } from '../../../ui/avatar.tsx'
import { onlyFirstPress } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { toast } from '../../../ui/toast.tsx'
import { noteStep, useAppointmentChange } from '../../data/appointment-changes.ts'
import { type Appointment, hoursOf } from '../../data/appointment.ts'
import { weekQuery } from '../../data/appointments.ts'
import { mondayOf } from '../../data/days.ts'
import { AlertLine, NoShows } from '../../marks/alert-line.tsx'
import { useMark } from '../../marks/marks.ts'
import { CallLink } from '../../parts/by-hand/call-link.tsx'
import { failureText } from '../../parts/failures.ts'
import { arrived, checks, phone } from '../../parts/icons.ts'
import { usePhone } from '../../phone.ts'
import type { Outcome } from '../outcome-dialog.tsx'
import type { Catalogue } from '../use-catalogue.ts'
import './mine.css'

interface Props {
  now: Moment
  catalogue: Catalogue
  onOpen: (appointment: Appointment) => void
  onOutcome: (outcome: Outcome, appointment: Appointment) => void
}

const useDay = (now: Moment) => {
  const { data } = useQuery(weekQuery(mondayOf(now.date)))
  return data && nowAndLater(data, now)
}

/** Beside the own agenda: whom the professional attends now, and who comes after. */
export function MinePanel({ now, catalogue, onOpen, onOutcome }: Props) {
  const day = useDay(now)
  return (
    <aside className="mine" aria-label="Ahora y después">
      {day?.now.map((one) => (
        <Now key={one.id} appointment={one} {...{ catalogue, onOpen, onOutcome }} />
      ))}
      {day?.now.length === 0 && (
        <section className="card pad mine-free">
          <span className="mine-pill">Ahora</span>
          <p className="muted">
            {day.later[0] ? `Libre hasta ${theTime(day.later[0])}` : 'No tienes más citas hoy'}
          </p>
        </section>
      )}
      {day && day.later.length > 0 && (
        <section className="card mine-later" aria-labelledby="mine-later">
          <div className="card-h">
            <h2 className="h3" id="mine-later">
              Después
            </h2>
            <span className="small muted num">{counted(day.later.length, 'cita')}</span>
          </div>
          <ul>
            {day.later.map((one) => (
              <li key={one.id}>
                <button type="button" className={`t${catalogue.toneOf(one)}`} onClick={() => onOpen(one)}>
                  <span className="num">{amPm(one.appointment_time)}</span>
                  <i />
                  <span>
                    <b>{one.client_name}</b>
                    <small>{one.service_name}</small>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  )
}

function Now({
  appointment,
  catalogue,
  onOpen,
  onOutcome,
}: { appointment: Appointment } & Omit<Props, 'now'>) {
  const phoneText = usePhone()
  const mark = useMark(appointment)
  const { client_name, client_phone } = appointment
  const isHere = stepOf(appointment) === 'arrived'
  const note = useAppointmentChange('step', () => noteStep(appointment.id, 'arrived', true))
  const arrive = () =>
    note.mutate(undefined, {
      onError: (failure) => toast.error(failureText(failure, 'Error al actualizar la asistencia')),
    })
  return (
    <section className="card pad mine-now" aria-label={`Ahora, ${client_name}`}>
      <div className="mine-top">
        <span className="mine-pill">Ahora</span>
        {isHere && (
          <span className="badge plain mine-here">
            <Icon d={arrived} />
            Llegó
          </span>
        )}
      </div>
      <div className={`mine-who t${catalogue.toneOf(appointment)}`}>
        <Avatar name={client_name} />
        <div>
          <button type="button" onClick={() => onOpen(appointment)}>
            {client_name}
          </button>
          {client_phone && <small className="num">{phoneText(client_phone)}</small>}
        </div>
        {client_phone && (
          <CallLink
            className="x"
            client_phone={client_phone}
            of={{ appointment: appointment.id }}
            label={`Llamar a ${client_name}`}
          >
            <Icon d={phone} />
          </CallLink>
        )}
      </div>
      <p className="small num">
        {appointment.service_name} · {hoursOf(appointment)}
      </p>
      <AlertLine mark={mark} />
      <NoShows mark={mark} />
      <div className="mine-acts" onClickCapture={onlyFirstPress}>
        {!isHere && (
          <button type="button" className="btn btn-2" aria-disabled={note.isPending} onClick={arrive}>
            Llegó
          </button>
        )}
        <button type="button" className="btn btn-danger-2" onClick={() => onOutcome('no_show', appointment)}>
          No asistió
        </button>
        <button type="button" className="btn" onClick={() => onOutcome('attended', appointment)}>
          <Icon d={checks} />
          Asistió
        </button>
      </div>
    </section>
  )
}

/** On a phone, above the own agenda: whom the professional attends, and how it ends with one tap. */
export function MineStrip({ now, onOpen, onOutcome }: Omit<Props, 'catalogue'>) {
  const day = useDay(now)
  if (!day || day.now.length === 0) return null
  return (
    <ul className="card mine-strip" aria-label="Ahora">
      {day.now.map((one) => (
        <Strip key={one.id} appointment={one} {...{ onOpen, onOutcome }} />
      ))}
    </ul>
  )
}

function Strip({
  appointment,
  onOpen,
  onOutcome,
}: { appointment: Appointment } & Pick<Props, 'onOpen' | 'onOutcome'>) {
  const mark = useMark(appointment)
  const { client_name, service_name, appointment_time, duration_minutes } = appointment
  const end = minutesOf(appointment_time.slice(0, 5)) + duration_minutes
  return (
    <li>
      <span className="mine-pill">Ahora</span>
      <button type="button" className="mine-open" onClick={() => onOpen(appointment)}>
        <b>{client_name}</b>
        <small className="num">
          {service_name} · hasta {theClock(end)}
        </small>
      </button>
      <button type="button" className="btn" onClick={() => onOutcome('attended', appointment)}>
        <Icon d={checks} />
        Asistió
      </button>
      <AlertLine mark={mark} />
    </li>
  )
}

const theClock = (minute: number) => amPm(clockTime(minute % (24 * 60)))
/** 'la 1:00 pm', 'las 2:30 pm' */
const theTime = ({ appointment_time: time }: Appointment) =>
  `${/^0?1:|^13:/.test(time) ? 'la' : 'las'} ${amPm(time)}`
