import { statusLabel, stepOf } from '#domain/appointment.ts'
import { amPm } from '#domain/dates.ts'
import { type CSSProperties, memo } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { check, close } from '../../../ui/icons.ts'
import { warning } from '../../../ui/icons-panel.ts'
import { type Appointment, endOf, hoursOf } from '../../data/appointment.ts'
import { AlertLine } from '../../marks/alert-line.tsx'
import { useMark } from '../../marks/marks.ts'
import { arrived, checks } from '../../parts/icons.ts'
import { cardData, isRest, wholeOf } from '../taken/overnight.ts'
import { takenOf, takenText } from '../taken/parts.ts'

interface Props {
  appointment: Appointment
  tone: number
  /** Whether it lies over the card in whose pause it is. */
  isInside: boolean
  /** Whether it lies over blocked time, of which it then leaves some to be seen and pressed. */
  isOverBlock: boolean
  style: CSSProperties
}

/** Up to so long it has one line, and two; from there on three. */
const ONE_LINE = 20
const TWO_LINES = 40
/** Up to so long an alert takes the service's line. */
const THREE_LINES = 50

/** An appointment in its professional's column, as high as it lasts. */
export const PersonCard = memo(function PersonCard(props: Props) {
  const { appointment, tone, isInside, isOverBlock, style } = props
  const { client_name, service_name, professional_name, duration_minutes } = appointment
  // Its text stands before its pause.
  const length = Math.min(duration_minutes, takenOf(appointment).pause?.[0] ?? duration_minutes)
  const whole = wholeOf(appointment)
  const mark = useMark(whole)
  const hasAlert = mark?.alert && length > TWO_LINES
  const hasService = length > (hasAlert ? THREE_LINES : ONE_LINE)
  const label = statusLabel(appointment)
  const classes = [
    'ev',
    'pev',
    `t${tone}`,
    length <= ONE_LINE && 'line',
    isInside && 'inside',
    isOverBlock && 'over',
    CLASS[label],
  ]
  const sign = signOf(appointment)
  const start = amPm(whole.appointment_time)
  return (
    <button
      type="button"
      className={classes.filter(Boolean).join(' ')}
      {...cardData(appointment)}
      style={style}
    >
      <span className="l1">
        {mark?.alert && <Icon d={warning} className="warns" />}
        {length <= ONE_LINE && <span className="tm">{start.slice(0, -3)}</span>}
        <b>{client_name}</b>
        {sign && (
          <i className={`mk ${sign.name}`}>
            <Icon d={sign.icon} />
          </i>
        )}
      </span>
      {length > ONE_LINE && length <= TWO_LINES && (
        <span>
          <span className="tm">{start.slice(0, -3)}</span> · {service_name}
        </span>
      )}
      {length > TWO_LINES && (
        <>
          {/* The hours beside the columns say whether it is morning, but not of what began the evening before. */}
          <span className="tm">
            {isRest(appointment) ? hoursOf(whole) : hoursOf(whole).replace(/ [ap]m/g, '')}
          </span>
          {hasService && <span>{service_name}</span>}
          <AlertLine mark={mark} />
        </>
      )}
      <span className="sr">
        {mark?.alert && !hasAlert && `, ${mark.alert}`}
        {`, ${start}${isRest(appointment) ? ' del día anterior' : ''} hasta ${amPm(endOf(appointment))}`}
        {!hasService && `, ${service_name}`}, con {professional_name}, {label}
        {sign && sign.says}
        {takenText(appointment)}
      </span>
    </button>
  )
})

const CLASS: Record<string, string | undefined> = {
  Asistió: 'done',
  'No asistió': 'noshow',
  Cancelada: 'off',
}

/** What is known of the visit, as a sign; the label says the rest. */
function signOf(appointment: Appointment): { name: string; icon: string; says?: string } | undefined {
  const label = statusLabel(appointment)
  if (label === 'Asistió') return { name: 'ok', icon: checks }
  if (label === 'No asistió') return { name: 'no', icon: close }
  const step = stepOf(appointment)
  if (step === 'arrived') return { name: 'here', icon: arrived, says: ', llegó' }
  return step ? { name: 'yes', icon: check, says: ', confirmó que viene' } : undefined
}
