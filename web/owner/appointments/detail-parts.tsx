import { canCancel, canMarkAttended, canMarkNoShow } from '#domain/appointment.ts'
import type { ReactNode } from 'react'
import type { SessionBusiness } from '../../account/session.ts'
import { Icon } from '../../ui/icon.tsx'
import { mail, whatsapp } from '../../ui/icons.ts'
import { edit } from '../../ui/icons-panel.ts'
import type { Appointment } from '../calendar/appointment.ts'
import type { Deed } from './act-dialog.tsx'
import { phone } from './icons.ts'
import { whatsappLink } from './phone.ts'

/** One fact, with a drawing that stands for its name. */
export function Line(props: { icon: string; name: string; end?: ReactNode; children: ReactNode }) {
  return (
    <li>
      <Icon d={props.icon} />
      <span>
        <span className="sr">{props.name}: </span>
        {props.children}
      </span>
      {props.end}
    </li>
  )
}

/** Call, chat or mail the client in one press. */
export function Contact({ one, business }: { one: Appointment; business: SessionBusiness }) {
  const links: [name: string, href: string, icon: string][] = [
    ['Llamar', `tel:${one.client_phone}`, phone],
    ['Escribir por WhatsApp', whatsappLink(one, business), whatsapp],
    ['Escribir un correo', `mailto:${one.client_email}`, mail],
  ]
  return (
    <span className="contact">
      {links.map(([name, href, icon]) => (
        <a
          key={name}
          className="x"
          href={href}
          aria-label={`${name} a ${one.client_name}`}
          {...(href.startsWith('https:') && { target: '_blank', rel: 'noreferrer' })}
        >
          <Icon d={icon} />
        </a>
      ))}
    </span>
  )
}

interface Acts {
  one: Appointment
  today: string
  onDeed: (deed: Deed, one: Appointment) => void
  onEdit: (one: Appointment) => void
}

/** What can be done with an appointment that is still open. */
export function Acts({ one, today, onDeed, onEdit }: Acts) {
  const isPast = one.appointment_date < today
  return (
    <>
      {!canCancel(one, today) && (
        <button type="button" className="btn btn-danger-2 start" onClick={() => onDeed('cancel', one)}>
          Cancelar cita
        </button>
      )}
      <button type="button" className="btn btn-2" onClick={() => onEdit(one)}>
        <Icon d={edit} />
        Editar
      </button>
      {!canMarkNoShow(one, today) && (
        <button type="button" className="btn btn-2" onClick={() => onDeed('no_show', one)}>
          No asistió
        </button>
      )}
      {!canMarkAttended(one) && (
        <button type="button" className="btn pri" onClick={() => onDeed('attended', one)}>
          {isPast ? 'Asistió' : 'Confirmar asistencia'}
        </button>
      )}
    </>
  )
}
