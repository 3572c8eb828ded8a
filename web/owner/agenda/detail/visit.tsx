import { canMarkAttendance, canMarkArrived, type Moment, stepOf } from '#domain/appointment.ts'
import { amPm, clockTime, nowIn, shortDate } from '#domain/dates.ts'
import type { ReactNode } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { calendar, check, clock } from '../../../ui/icons.ts'
import type { Appointment } from '../../data/appointment.ts'
import { arrived, checks } from '../../parts/icons.ts'
import './visit.css'

interface Props {
  appointment: Appointment
  timezone: string
  now: Moment
}

/** The progress of a visit: booked, confirmed, arrived, attended. */
export function Visit({ appointment, timezone, now }: Props) {
  const step = stepOf(appointment)
  const at = (instant: string | null) => instant && momentOf(instant, timezone, now)
  const steps: [label: string, isDone: boolean, icon: string, when: ReactNode][] = [
    ['Programada', true, calendar, at(appointment.created_at)],
    ['Confirmó', appointment.client_confirmed_at !== null, check, at(appointment.client_confirmed_at)],
    ['Llegó', step === 'arrived', arrived, at(appointment.arrived_at)],
    ['Asistió', false, checks, null],
  ]
  const last = steps.findLastIndex(([, isDone]) => isDone)
  const refusal = canMarkAttendance(appointment, now)
  return (
    <>
      <ol className="track" aria-label="Cómo va la cita">
        {steps.map(([label, isDone, icon, when], i) => (
          <li
            key={label}
            className={isDone ? 'done' : undefined}
            aria-current={i === last ? 'step' : undefined}
          >
            <span className="o">
              <Icon d={icon} />
            </span>
            <span>
              {label}
              <span className="sr">{isDone ? ', hecho' : ', todavía no'}</span>
              {when && <small className="num">{when}</small>}
            </span>
          </li>
        ))}
      </ol>
      {refusal && (
        <p className="later">
          <Icon d={clock} className="icon-sm" />
          Podrás marcar «Asistió» o «No asistió» desde {fromWhen(appointment, now)}.
        </p>
      )}
    </>
  )
}

/** The next step that the business can record before the attendance. */
export function nextStep(appointment: Appointment, now: Moment): 'confirmed' | 'arrived' | undefined {
  const step = stepOf(appointment)
  const hasBegun = !canMarkAttendance(appointment, now)
  if (!step && !hasBegun) return 'confirmed'
  return step !== 'arrived' && !canMarkArrived(appointment, now.date) ? 'arrived' : undefined
}

/** 'las 3:30 pm', 'el vie 20 nov, 3:30 pm' */
function fromWhen({ appointment_date: date, appointment_time: time }: Appointment, now: Moment): string {
  if (date !== now.date) return `el ${shortDate(date)}, ${amPm(time)}`
  return `${/^0?1:|^13:/.test(time) ? 'la' : 'las'} ${amPm(time)}`
}

/** '9:56 am' for today, 'mié 18 nov' for another day. */
function momentOf(instant: string, timezone: string, now: Moment): string {
  const { date, minute } = nowIn(timezone, Date.parse(instant))
  return date === now.date ? amPm(clockTime(minute)) : shortDate(date)
}
