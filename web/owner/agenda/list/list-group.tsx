import { amPm } from '#domain/dates.ts'
import { money, ownPrice } from '#domain/money.ts'
import { canCancel, canEdit, hasStarted, type Moment } from '#domain/appointment.ts'
import { memo } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { check, chevronDown, close } from '../../../ui/icons.ts'
import { edit, eye } from '../../../ui/icons-panel.ts'
import { imageSrc } from '../../../ui/image-src.ts'
import type { Appointment } from '../../data/appointment.ts'
import { useMark } from '../../marks/marks.ts'
import { type Action, ActionMenu } from '../../parts/action-menu.tsx'
import { AlertLine } from '../../marks/alert-line.tsx'
import { allowedIn } from '../allowed.ts'
import { useSession } from '../../../account/session.ts'
import { Badge, Coming } from '../badge.tsx'
import type { Outcome } from '../outcome-dialog.tsx'
import { checks, userX } from '../../parts/icons.ts'
import { usePhone } from '../../phone.ts'
import { Day, dayText } from '../../print/day.tsx'
import './list-row.css'

/** An action on an appointment. */
export type OnAction = (action: 'detail' | 'edit' | Outcome, appointment: Appointment) => void

interface Props {
  name: string
  avatar: string | null | undefined
  list: Appointment[]
  now: Moment
  currency: string
  period: 'upcoming' | 'past'
  /** Whether the list holds everything that the filter matches. */
  isWhole: boolean
  toneOf: (appointment: Appointment) => number
  onAction: OnAction
  /** What was chosen of the list, while it is being chosen from. */
  chosen: ReadonlyMap<number, Appointment> | undefined
  onChoose: (appointment: Appointment) => void
  /** Chooses all of the same e-mail. */
  onChooseSame: (appointment: Appointment) => void
}

/** One professional's appointments, which can be folded. */
export function ListGroup({ name, avatar, list, period, isWhole, now, chosen, ...rest }: Props) {
  const noun = list.length === 1 ? 'cita' : 'citas'
  const kind = !isWhole ? 'mostrada' : period === 'upcoming' ? 'próxima' : 'pasada'
  return (
    <details className="grp" open>
      <summary>
        <Avatar name={name} src={imageSrc(avatar, 160) ?? null} />
        <span>
          {name}
          <small>
            {list.length} {noun} {kind}
            {list.length !== 1 && 's'}
          </small>
        </span>
        <Icon d={chevronDown} className="chev" />
      </summary>
      <ul>
        {list.map((appointment) => (
          <Row
            key={appointment.id}
            appointment={appointment}
            today={now.date}
            hasStarted={hasStarted(appointment, now)}
            isChosen={chosen && chosen.has(appointment.id)}
            {...rest}
          />
        ))}
      </ul>
    </details>
  )
}

type RowProps = {
  appointment: Appointment
  today: string
  hasStarted: boolean
  /** Undefined while the list is not being chosen from. */
  isChosen: boolean | undefined
} & Pick<Props, 'currency' | 'toneOf' | 'onAction' | 'onChoose' | 'onChooseSame'>

const Row = memo(function Row(props: RowProps) {
  const { appointment, today, currency, toneOf, onAction } = props
  const mark = useMark(appointment)
  const phoneText = usePhone()
  return (
    <li className={appointment.status === 'cancelled' ? 'apt off' : 'apt'} data-id={appointment.id}>
      <div className="when-t">
        {amPm(appointment.appointment_time)}
        <small>
          <Day date={appointment.appointment_date} today={today} />
        </small>
      </div>
      <div className="cl">
        <button type="button" onClick={() => onAction('detail', appointment)}>
          {appointment.client_name}
          <span className="sr">, ver la cita</span>
        </button>
        <small className="num">{phoneText(appointment.client_phone)}</small>
        <AlertLine mark={mark} />
      </div>
      <div className="sv">
        <span className={`svdot t${toneOf(appointment)}`}>{appointment.service_name}</span>
      </div>
      <div className="pr">
        {appointment.actual_price === null
          ? ownPrice(appointment.price, currency, appointment.price_kind)
          : money(appointment.actual_price, currency)}
      </div>
      <div className="bd">
        <Badge appointment={appointment} today={today} />
        <Coming appointment={appointment} />
      </div>
      <div className="ac">{props.isChosen === undefined ? <Acts {...props} /> : <Pick {...props} />}</div>
    </li>
  )
})

/** Chooses the appointment, unless it cannot be cancelled. */
function Pick({ appointment, today, isChosen, onChoose }: RowProps) {
  if (canCancel(appointment, today)) return null
  const { client_name, appointment_date, appointment_time } = appointment
  return (
    <label className="check pick">
      <input
        type="checkbox"
        checked={isChosen}
        aria-label={`Elegir la cita de ${client_name}, ${dayText(appointment_date, today)}, ${amPm(appointment_time)}`}
        onChange={() => onChoose(appointment)}
      />
    </label>
  )
}

function Acts({ appointment, today, hasStarted, onAction, onChooseSame }: RowProps) {
  const canMark = hasStarted && !canEdit(appointment)
  const { books } = allowedIn(useSession().business!)
  return (
    <>
      {canMark && (
        <button
          type="button"
          className="btn btn-2 btn-sm only-d"
          onClick={() => onAction('attended', appointment)}
        >
          Asistió
          <span className="sr">, {appointment.client_name}</span>
        </button>
      )}
      <ActionMenu
        label={`Más acciones para ${appointment.client_name}`}
        actions={actionsOf({ appointment, today, canMark, books, onAction, onChooseSame })}
      />
    </>
  )
}

type Acting = Pick<RowProps, 'appointment' | 'today' | 'onAction' | 'onChooseSame'>

function actionsOf(acting: Acting & { canMark: boolean; books: boolean }): Action[] {
  const { appointment, today, canMark, books, onAction, onChooseSame } = acting
  const canDrop = books && !canCancel(appointment, today)
  const actions: (Action | false)[] = [
    { label: 'Ver la cita', icon: eye, onPress: () => onAction('detail', appointment) },
    canMark && {
      label: 'Asistió',
      icon: check,
      onPress: () => onAction('attended', appointment),
    },
    canMark && {
      label: 'No asistió',
      icon: userX,
      onPress: () => onAction('no_show', appointment),
    },
    books &&
      !canEdit(appointment) && { label: 'Editar', icon: edit, onPress: () => onAction('edit', appointment) },
    canDrop && {
      label: 'Cancelar cita',
      icon: close,
      isDanger: true,
      onPress: () => onAction('cancel', appointment),
    },
    appointment.client_email !== null &&
      canDrop && {
        label: 'Elegir todas las de este correo',
        icon: checks,
        onPress: () => onChooseSame(appointment),
      },
  ]
  return actions.filter((action) => action !== false)
}
