import { addDays, amPm, shortDate } from '#domain/dates.ts'
import { money } from '#domain/money.ts'
import { canCancel, canEdit, canMarkAttended, canMarkNoShow } from '#domain/appointment.ts'
import { shownPhone } from '#domain/phone.ts'
import { memo } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { check, chevronDown, close } from '../../ui/icons.ts'
import { edit, eye } from '../../ui/icons-panel.ts'
import { imageSrc } from '../../ui/image-src.ts'
import type { Appointment } from '../calendar/appointment.ts'
import { type Action, ActionMenu } from '../parts/action-menu.tsx'
import { Badge, Coming } from './badge.tsx'
import { userX } from './icons.ts'
import './list-row.css'

export type Act = (what: 'detail' | 'attended' | 'no_show' | 'cancel' | 'edit', one: Appointment) => void

interface Props {
  name: string
  avatar: string | null | undefined
  list: Appointment[]
  today: string
  currency: string
  period: 'upcoming' | 'past'
  /** All that the filter finds is here. */
  isWhole: boolean
  toneOf: (one: Appointment) => number
  onAct: Act
}

/** One professional's appointments; they fold away under the name. */
export function ListGroup({ name, avatar, list, period, isWhole, ...rest }: Props) {
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
        {list.map((one) => (
          <Row key={one.id} one={one} {...rest} />
        ))}
      </ul>
    </details>
  )
}

type RowProps = { one: Appointment } & Pick<Props, 'today' | 'currency' | 'toneOf' | 'onAct'>

const Row = memo(function Row({ one, today, currency, toneOf, onAct }: RowProps) {
  const isOpen = !canMarkAttended(one)
  return (
    <li className={one.status === 'cancelled' ? 'apt off' : 'apt'}>
      <div className="when-t">
        {amPm(one.appointment_time)}
        <small>{dayOf(one.appointment_date, today)}</small>
      </div>
      <div className="cl">
        <button type="button" onClick={() => onAct('detail', one)}>
          {one.client_name}
          <span className="sr">, ver la cita</span>
        </button>
        <small className="num">{shownPhone(one.client_phone)}</small>
      </div>
      <div className="sv">
        <span className={`svdot t${toneOf(one)}`}>{one.service_name}</span>
      </div>
      <div className="pr">{money(one.actual_price ?? one.price, currency)}</div>
      <div className="bd">
        <Badge one={one} today={today} />
        <Coming one={one} />
      </div>
      <div className="ac">
        {isOpen && (
          <button type="button" className="btn btn-2 btn-sm only-d" onClick={() => onAct('attended', one)}>
            {one.appointment_date < today ? 'Asistió' : 'Confirmar'}
            <span className="sr">, {one.client_name}</span>
          </button>
        )}
        <ActionMenu label={`Más acciones para ${one.client_name}`} actions={actionsOf(one, today, onAct)} />
      </div>
    </li>
  )
})

function actionsOf(one: Appointment, today: string, onAct: Act): Action[] {
  const actions: (Action | false)[] = [
    { label: 'Ver la cita', icon: eye, onPress: () => onAct('detail', one) },
    !canMarkAttended(one) && {
      label: one.appointment_date < today ? 'Asistió' : 'Confirmar asistencia',
      icon: check,
      onPress: () => onAct('attended', one),
    },
    !canMarkNoShow(one, today) && {
      label: 'No asistió',
      icon: userX,
      onPress: () => onAct('no_show', one),
    },
    !canEdit(one) && { label: 'Editar', icon: edit, onPress: () => onAct('edit', one) },
    !canCancel(one, today) && {
      label: 'Cancelar cita',
      icon: close,
      isDanger: true,
      onPress: () => onAct('cancel', one),
    },
  ]
  return actions.filter((action) => action !== false)
}

function dayOf(date: string, today: string): string {
  if (date === today) return 'Hoy'
  if (date === addDays(today, 1)) return 'Mañana'
  // Another year is said; most are this one's.
  return date.slice(0, 4) === today.slice(0, 4) ? shortDate(date) : `${shortDate(date)} ${date.slice(0, 4)}`
}
