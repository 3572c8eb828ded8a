import { isMasked } from '#domain/masked.ts'
import { decimal } from '#domain/numbers.ts'
import { shownPhone } from '#domain/phone.ts'
import type { ReactNode } from 'react'
import { may, type SessionBusiness } from '../../account/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { whatsapp } from '../../ui/icons.ts'
import { trash } from '../../ui/icons-panel.ts'
import { chatWith } from './client-table.tsx'
import type { Client } from '../data/clients.ts'
import { phone } from '../parts/icons.ts'
import { momentText } from './visit-text.ts'
import { Link } from '../parts/link.tsx'

interface Props {
  client: Client
  business: SessionBusiness
  onForget: () => void
  onClose: () => void
}

/** A client's data, and the evidence of their consent. */
export function ClientDialog({ client, business, onForget, onClose }: Props) {
  const { timezone } = business
  return (
    <Dialog
      title={client.client_name}
      className="cli-dialog"
      onClose={onClose}
      footer={
        may(business, 'clients:forget') && (
          <button type="button" className="btn btn-danger-2" onClick={onForget}>
            <Icon d={trash} />
            Borrar los datos de este cliente
          </button>
        )
      }
    >
      {client.client_phone && !isMasked(client.client_phone) && (
        <div className="cli-reach">
          <a className="btn btn-2" href={`tel:${client.client_phone}`}>
            <Icon d={phone} />
            Llamar
          </a>
          <a className="btn btn-2" href={chatWith(client, business)} target="_blank" rel="noopener">
            <Icon d={whatsapp} />
            WhatsApp
          </a>
        </div>
      )}
      <dl className="cli-facts">
        <Fact term="Teléfono">
          <span className="num">{shownPhone(client.client_phone) || 'No lo dio'}</span>
        </Fact>
        <Fact term="Correo">
          {client.client_email ? (
            <a className="link" href={`mailto:${client.client_email}`}>
              {client.client_email}
            </a>
          ) : (
            'No lo dio: no recibe correos'
          )}
        </Fact>
        <Fact term="Cédula">
          <span className="num">{client.client_id ?? 'No la dio'}</span>
        </Fact>
        <Fact term="Citas">
          <span className="num">{decimal(client.appointments)}</span>
        </Fact>
        <Fact term="Última visita">
          {client.last_visit ? momentText(client.last_visit, timezone) : 'Todavía ninguna'}
        </Fact>
        <Fact term="Próxima visita">
          {client.next_visit ? (
            <Link className="link" to={`/dashboard/appointments?cita=${client.next_id}`}>
              {momentText(client.next_visit, timezone)}
            </Link>
          ) : (
            'Ninguna programada'
          )}
        </Fact>
        <Fact term="Consentimiento">
          {client.consented_at ? (
            <>
              Aceptó los términos y la política de privacidad
              {client.consent_version && <> (texto del {client.consent_version})</>} el{' '}
              {momentText(client.consented_at, timezone)}.
            </>
          ) : (
            'Sin registro: sus citas las agendó el negocio. Guarda tú su autorización.'
          )}
        </Fact>
      </dl>
    </Dialog>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)
