import { mailtoOf } from '#domain/mailto.ts'
import type { IsoDate } from '#domain/dates.ts'
import { isMasked } from '#domain/masked.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SessionBusiness } from '../../../account/session.ts'
import { Icon } from '../../../ui/icon.tsx'
import { whatsapp } from '../../../ui/icons.ts'
import type { Appointment } from '../../data/appointment.ts'
import { messageQuery } from '../../data/messages/today.ts'
import { CallLink } from '../../parts/by-hand/call-link.tsx'
import { phone } from '../../parts/icons.ts'
import { Link } from '../../parts/link.tsx'
import { whatsappLink } from './whatsapp-link.ts'

/** A fact, labelled by an icon. */
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

/** Links to call the client and to chat with them, where they left a phone. */
export function Contact({
  appointment,
  business,
  today,
}: {
  appointment: Appointment
  business: SessionBusiness
  today: IsoDate
}) {
  const { client_phone } = appointment
  const isReached = client_phone !== '' && !isMasked(client_phone)
  const { data: words } = useQuery({
    ...messageQuery(appointment.id),
    enabled: isReached && appointment.appointment_date >= today,
  })
  return (
    <span className="contact">
      {client_phone !== '' && (
        <CallLink
          className="x"
          client_phone={client_phone}
          of={{ appointment: appointment.id }}
          label={`Llamar a ${appointment.client_name}`}
        >
          <Icon d={phone} />
        </CallLink>
      )}
      {isReached && (
        <a
          className="x chat"
          href={whatsappLink(appointment, business, words)}
          aria-label={`Escribir por WhatsApp a ${appointment.client_name}`}
          target="_blank"
          rel="noreferrer"
        >
          <Icon d={whatsapp} />
        </a>
      )}
    </span>
  )
}

/** The client's e-mail, which opens a mail to them; whoever left none is told of nothing. */
export function MailLink({ appointment: { client_name, client_email } }: { appointment: Appointment }) {
  if (!client_email) return <small>Sin correo: no recibe avisos</small>
  if (isMasked(client_email)) return <small className="mail">{client_email}</small>
  return (
    <small className="mail">
      <a href={mailtoOf(client_email)} aria-label={`Escribir un correo a ${client_name}, ${client_email}`}>
        {client_email}
      </a>
    </small>
  )
}

/** Who comes; leads to their card once it is known which that is. */
export const ClientName = ({ name, card }: { name: string; card: number | null | undefined }) =>
  card ? (
    <Link className="det-client" to={`/dashboard/clients/${card}`} aria-label={`${name}, ver su ficha`}>
      {name}
    </Link>
  ) : (
    <b>{name}</b>
  )
