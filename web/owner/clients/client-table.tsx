import { noShowsText } from '#domain/card.ts'
import { isMasked } from '#domain/masked.ts'
import { money } from '#domain/money.ts'
import { decimal } from '#domain/numbers.ts'
import { firstName } from '#domain/people-names.ts'
import { may, type SessionBusiness } from '../../account/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { whatsapp } from '../../ui/icons.ts'
import { plus } from '../../ui/icons-panel.ts'
import { SortHead } from '../../ui/listing/sort-head.tsx'
import type { Listing } from '../../ui/listing/use-listing.ts'
import type { Client, ClientSort } from '../data/clients.ts'
import { CallLink } from '../parts/by-hand/call-link.tsx'
import { usePhone } from '../phone.ts'
import { phone } from '../parts/icons.ts'
import { Link } from '../parts/link.tsx'
import { Tags } from './tags.tsx'
import { dayText } from './visit-text.ts'

/** The palettes of ui/tones.css. */
const TONES = 16
/** Of a client's initials. */
export const toneOf = ({ id }: { id: number }): number => 1 + (id % TONES)

interface Props {
  listing: Listing<ClientSort>
  clients: Client[]
  business: SessionBusiness
  /** What of the list a card keeps, to lead back to it. */
  list: object
  /** Called when a card is about to take its place. */
  onLeave: () => void
}

/** A table; on phones its rows become list items with the same content. */
export function ClientTable({ listing, clients, ...rest }: Props) {
  return (
    <table className="listing cli-table" role="table">
      <caption className="sr">Clientes</caption>
      <thead role="rowgroup">
        <tr role="row">
          <SortHead listing={listing} sort="client_name" first="asc">
            Cliente
          </SortHead>
          <th scope="col" role="columnheader">
            Contacto
          </th>
          <SortHead listing={listing} sort="appointments" first="desc">
            Citas
          </SortHead>
          <SortHead listing={listing} sort="last_visit" first="desc">
            Última visita
          </SortHead>
          <SortHead listing={listing} sort="next_visit" first="asc">
            Próxima visita
          </SortHead>
          {may(rest.business, 'figures:own') && (
            <SortHead listing={listing} sort="spent" first="desc">
              Gastado
            </SortHead>
          )}
          <th scope="col" role="columnheader">
            <span className="sr">Llamar o escribir</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {clients.map((client) => (
          <Row key={client.id} client={client} {...rest} />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = { client: Client } & Pick<Props, 'business' | 'list' | 'onLeave'>

function Row({ client, business, list, onLeave }: RowProps) {
  const { timezone } = business
  const phoneText = usePhone()
  return (
    <tr role="row">
      <td role="cell" className="cli-who">
        <div className={`cli-name t${toneOf(client)}`}>
          <Avatar name={client.client_name} />
          <div>
            <Link to={cardAt(client.id)} state={{ list }} onClick={onLeave}>
              {client.client_name}
              <span className="sr">, ver su ficha</span>
            </Link>
            <Marks client={client} />
            {client.client_id && <small className="num">C.C. {client.client_id}</small>}
          </div>
        </div>
      </td>
      <td role="cell" className="cli-contact">
        <span className="num">{phoneText(client.client_phone)}</span>
        {client.client_email && <small>{client.client_email}</small>}
      </td>
      <td role="cell" className="cli-number num">
        {decimal(client.appointments)}
        <span className="only-m">{client.appointments === 1 ? ' cita' : ' citas'}</span>
      </td>
      <td role="cell" className="cli-last num">
        {client.last_visit ? (
          <>
            <span className="only-m">Última: </span>
            {dayText(client.last_visit, timezone)}
          </>
        ) : (
          <span className="muted only-d">—</span>
        )}
      </td>
      <td role="cell" className="cli-next num">
        {client.next_visit ? (
          <>
            <span className="only-m">Próxima: </span>
            {dayText(client.next_visit, timezone)}
          </>
        ) : (
          <span className="muted only-d">—</span>
        )}
      </td>
      {client.spent !== null && (
        <td role="cell" className="cli-spent num">
          {money(client.spent, business.currency)}
        </td>
      )}
      <td role="cell" className="cli-acts">
        {may(business, 'appointments:own-write') && (
          <Link
            className="x only-d"
            to={newAppointmentFor(client)}
            aria-label={`Nueva cita para ${client.client_name}`}
          >
            <Icon d={plus} />
          </Link>
        )}
        <ContactLinks client={client} business={business} />
      </td>
    </tr>
  )
}

/** Whether who looks sees how to reach the client. */
export const isSeen = ({ client_phone, client_email }: Client): boolean =>
  !isMasked(client_phone + (client_email ?? ''))

/** The address of a client's card. */
export const cardAt = (id: number): string => `/dashboard/clients/${id}`

export const newAppointmentFor = ({ id }: Client): string => `/dashboard/appointments?nueva=1&cliente=${id}`

/** What is to be known of a client before the card is opened. */
function Marks({ client }: { client: Client }) {
  const { alert, no_shows, blocked_at } = client
  return (
    <span className="cli-marks">
      <Tags client={client} />
      {no_shows > 0 && <span className="badge plain cli-missed">{noShowsText(no_shows)}</span>}
      {blocked_at && <span className="badge plain cli-missed">Bloqueado</span>}
      {alert && <span className="cli-missed">{alert}</span>}
    </span>
  )
}

/** Links to contact the client with one tap. */
function ContactLinks({ client, business }: { client: Client; business: SessionBusiness }) {
  const { id, client_name, client_phone } = client
  if (!client_phone) return null
  return (
    <>
      <CallLink
        className="x"
        client_phone={client_phone}
        of={{ client: id }}
        label={`Llamar a ${client_name}`}
      >
        <Icon d={phone} />
      </CallLink>
      {!isMasked(client_phone) && (
        <a
          className="x"
          href={chatWith(client, business)}
          target="_blank"
          rel="noopener"
          aria-label={`Escribir por WhatsApp a ${client_name}`}
        >
          <Icon d={whatsapp} />
        </a>
      )}
    </>
  )
}

/** A chat with the client, with a prepared greeting. */
export function chatWith({ client_name, client_phone }: Client, { business_name }: SessionBusiness): string {
  const text = `Hola ${firstName(client_name)}, te escribimos de ${business_name}.`
  return `https://wa.me/${client_phone.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`
}
