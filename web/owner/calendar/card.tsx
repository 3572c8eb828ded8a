import { amPm } from '#domain/dates.ts'
import { saidToCome, statusLabel } from '#domain/appointment.ts'
import { memo } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { check, close } from '../../ui/icons.ts'
import { type Appointment, endOf, hoursOf } from './appointment.ts'

interface Props {
  one: Appointment
  tone: number
  /** Alone in its time: as high as it lasts, with room for the service. */
  isAlone?: boolean
  /** On its own block already. */
  isFlat?: boolean
  indent?: number
}

/** One appointment. What it does when it is pressed or dragged, the calendar around it knows. */
export const Card = memo(function Card({ one, tone, isAlone, isFlat, indent }: Props) {
  const isShort = one.duration_minutes <= 30
  const isOff = one.status === 'cancelled'
  const classes = ['ev', `t${tone}`, isShort && 'short', isOff && 'off', isFlat && 'flat', isAlone && 'alone']
  const label = statusLabel(one)
  const isComing = saidToCome(one)
  const hasService = isAlone && one.duration_minutes >= 60
  return (
    <button
      type="button"
      className={classes.filter(Boolean).join(' ')}
      data-id={one.id}
      style={indent ? { marginLeft: indent } : undefined}
    >
      <span>
        {label === 'Asistió' && <Icon d={check} className="ok" />}
        {label === 'No asistió' && <Icon d={close} className="ok" />}
        {isComing && isShort && <i className="coming" />}
        <b>{one.client_name}</b>
        {isShort && <span className="tm"> {clockless(one.appointment_time)}</span>}
      </span>
      {!isShort && <span className="tm">{hoursOf(one)}</span>}
      {(hasService || (isComing && !isShort)) && (
        <span>
          {isComing && (
            <>
              <i className="coming" />
              Confirmó{hasService && ' · '}
            </>
          )}
          {hasService && one.service_name}
        </span>
      )}
      <span className="sr">
        {isShort && `, hasta ${amPm(endOf(one))}`}
        {!hasService && `, ${one.service_name}`}, con {one.professional_name}, {label}
        {isComing && ', confirmó que viene'}
      </span>
    </button>
  )
})

/** '3:30' */
const clockless = (time: string): string => amPm(time).slice(0, -3)
