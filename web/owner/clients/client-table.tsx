import { decimal } from '#domain/numbers.ts'
import { shownPhone } from '#domain/phone.ts'
import type { SessionBusiness } from '../../account/session.ts'
import { Icon } from '../../ui/icon.tsx'
import { whatsapp } from '../../ui/icons.ts'
import { SortHead } from '../../ui/listing/sort-head.tsx'
import { phone } from '../appointments/icons.ts'
import { type Client, dayText } from './types.ts'
import type { Listing } from './use-clients.ts'

interface Props {
  listing: Listing
  clients: Client[]
  business: SessionBusiness
  onOpen: (one: Client) => void
}

/** A table; on phones each of its rows becomes a row of a list, and says the same. */
export function ClientTable({ listing, clients, business, onOpen }: Props) {
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
          <th scope="col" role="columnheader">
            <span className="sr">Llamar o escribir</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {clients.map((one) => (
          <Row key={one.client_email} {...{ one, business, onOpen }} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ one, business, onOpen }: { one: Client } & Pick<Props, 'business' | 'onOpen'>) {
  const { timezone } = business
  return (
    <tr role="row">
      <td role="cell" className="cli-who">
        <button type="button" onClick={() => onOpen(one)}>
          {one.client_name}
          <span className="sr">, ver sus datos</span>
        </button>
        {one.client_id && <small className="num">C.C. {one.client_id}</small>}
      </td>
      <td role="cell" className="cli-contact">
        <span className="num">{shownPhone(one.client_phone)}</span>
        <small>{one.client_email}</small>
      </td>
      <td role="cell" className="cli-number num">
        {decimal(one.appointments)}
        <span className="only-m">{one.appointments === 1 ? ' cita' : ' citas'}</span>
      </td>
      <td role="cell" className="cli-last num">
        {one.last_visit ? (
          <>
            <span className="only-m">Última: </span>
            {dayText(one.last_visit, timezone)}
          </>
        ) : (
          <span className="muted only-d">—</span>
        )}
      </td>
      <td role="cell" className="cli-next num">
        {one.next_visit ? (
          <>
            <span className="only-m">Próxima: </span>
            {dayText(one.next_visit, timezone)}
          </>
        ) : (
          <span className="muted only-d">—</span>
        )}
      </td>
      <td role="cell" className="cli-acts">
        <ContactLinks one={one} business={business} />
      </td>
    </tr>
  )
}

/** One tap each. */
function ContactLinks({ one, business }: { one: Client; business: SessionBusiness }) {
  return (
    <>
      <a className="x" href={`tel:${one.client_phone}`} aria-label={`Llamar a ${one.client_name}`}>
        <Icon d={phone} />
      </a>
      <a
        className="x"
        href={chatWith(one, business)}
        target="_blank"
        rel="noopener"
        aria-label={`Escribir por WhatsApp a ${one.client_name}`}
      >
        <Icon d={whatsapp} />
      </a>
    </>
  )
}

/** A chat with the client, the greeting already written. */
export function chatWith({ client_name, client_phone }: Client, { business_name }: SessionBusiness): string {
  const text = `Hola ${client_name.split(' ')[0]}, te escribimos de ${business_name}.`
  return `https://wa.me/${client_phone.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`
}
