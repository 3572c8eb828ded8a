import { may, type SessionBusiness } from '../../../account/session.ts'
import { Icon } from '../../../ui/icon.tsx'
import { whatsapp } from '../../../ui/icons.ts'
import { plus } from '../../../ui/icons-panel.ts'
import type { WholeClient } from '../../data/clients.ts'
import { CallLink } from '../../parts/by-hand/call-link.tsx'
import { phone, repeat } from '../../parts/icons.ts'
import { Link } from '../../parts/link.tsx'
import { chatWith, isSeen, newAppointmentFor } from '../client-table.tsx'

/** What is done for a client with one tap. */
export function Acts({ client, business }: { client: WholeClient; business: SessionBusiness }) {
  const { client_phone } = client
  const isKnown = isSeen(client)
  const books = may(business, 'appointments:own-write')
  const form = newAppointmentFor(client)
  const face = (icon: string, text: string) => (
    <>
      <span>
        <Icon d={icon} />
      </span>
      {text}
    </>
  )
  return (
    <div className="cli-reach">
      {books && (
        <Link className="main" to={form}>
          {face(plus, 'Nueva cita')}
        </Link>
      )}
      {books && client.visits > 0 && <Link to={`${form}&repetir=1`}>{face(repeat, 'Repetir')}</Link>}
      {client_phone && isKnown && (
        <a className="chat" href={chatWith(client, business)} target="_blank" rel="noopener">
          {face(whatsapp, 'WhatsApp')}
        </a>
      )}
      {client_phone && (
        <CallLink className="" client_phone={client_phone} of={{ client: client.id }}>
          {face(phone, 'Llamar')}
        </CallLink>
      )}
    </div>
  )
}
