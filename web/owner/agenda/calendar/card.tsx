import { amPm } from '#domain/dates.ts'
import { statusLabel, stepOf } from '#domain/appointment.ts'
import { memo } from 'react'
import { cardData, isRest, wholeOf } from '../taken/overnight.ts'
import { takenOf, takenText } from '../taken/parts.ts'
import { hide } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { close } from '../../../ui/icons.ts'
import { warning } from '../../../ui/icons-panel.ts'
import { type Appointment, endOf, hoursOf } from '../../data/appointment.ts'
import { checks } from '../../parts/icons.ts'
import { useMark } from '../../marks/marks.ts'
import { AlertLine } from '../../marks/alert-line.tsx'

/** A professional in the corner of a card: the face, or the initials. */
export interface Whose {
  letters: string
  src: string | undefined
}

interface Props {
  appointment: Appointment
  tone: number
  /** Whether nothing overlaps it: it is then as high as it lasts, with room for the service. */
  isAlone?: boolean
  /** Whether it lies on its own block, which has the background. */
  isFlat?: boolean
  indent?: number
  /** Its professional, where the column does not say whose it is. */
  who?: Whose | undefined
}

/** An appointment. The calendar around it handles presses and drags. */
export const Card = memo(function Card({ appointment, tone, isAlone, isFlat, indent, who }: Props) {
  const whole = wholeOf(appointment)
  const mark = useMark(whole)
  const isShort = appointment.duration_minutes <= 30
  const isOff = appointment.status === 'cancelled'
  // What is before and after an appointment shows on its card, or on the block that lies behind a flat one.
  const { before, after, pause } = takenOf(appointment)
  const classes = [
    'ev',
    `t${tone}`,
    isShort && 'short',
    isOff && 'off',
    who && 'has-who',
    isFlat && 'flat',
    isAlone && 'alone',
    !isFlat && before > 0 && 'pre',
    !isFlat && after > 0 && 'post',
  ]
  const label = statusLabel(appointment)
  const start = clockless(whole.appointment_time)
  const step = stepOf(appointment)
  // An alert takes the service's line where there is room for one only.
  const hasService = isAlone && (pause?.[0] ?? appointment.duration_minutes) >= (mark?.alert ? 90 : 60)
  return (
    <button
      type="button"
      className={classes.filter(Boolean).join(' ')}
      {...cardData(appointment)}
      style={indent ? { marginLeft: indent } : undefined}
    >
      {who && (
        <i className="whose" aria-hidden="true">
          {who.letters}
          {who.src && <img src={who.src} alt="" width="20" height="20" loading="lazy" onError={hide} />}
        </i>
      )}
      <span>
        {mark?.alert && <Icon d={warning} className="warns" />}
        {label === 'Asistió' && <Icon d={checks} className="ok" />}
        {label === 'No asistió' && <Icon d={close} className="ok" />}
        {step && isShort && <i className={`coming ${step}`} />}
        {/* Ahead of the name, because the end of a line may be cut off. */}
        {isShort && <span className="tm">{start} </span>}
        <b>{appointment.client_name}</b>
      </span>
      {!isShort && (
        <span className="tm">
          {start}
          <span>
            {hoursOf(whole)
              .slice(start.length)
              .split(HALF)
              .map((part, i) => (i % 2 === 1 ? <span key={i}>{part}</span> : part))}
          </span>
        </span>
      )}
      {(hasService || (step && !isShort)) && (
        <span>
          {step && (
            <>
              <i className={`coming ${step}`} />
              {step === 'arrived' ? 'Llegó' : 'Confirmó'}
              {hasService && ' · '}
            </>
          )}
          {hasService && appointment.service_name}
        </span>
      )}
      {!isShort && <AlertLine mark={mark} />}
      <span className="sr">
        {mark?.alert && isShort && `, ${mark.alert}`}
        {isShort && `, hasta ${amPm(endOf(appointment))}`}
        {isRest(appointment) && ', desde el día anterior'}
        {!hasService && `, ${appointment.service_name}`}, con {appointment.professional_name}, {label}
        {step && (step === 'arrived' ? ', llegó' : ', confirmó que viene')}
        {takenText(appointment)}
      </span>
    </button>
  )
})

/** Whether it is morning: what the hours beside narrow columns say already. */
const HALF = /( [ap]m)/

/** '3:30' */
const clockless = (time: string): string => amPm(time).slice(0, -3)
