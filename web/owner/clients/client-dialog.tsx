import { decimal } from '#domain/numbers.ts'
import { shownPhone } from '#domain/phone.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SessionBusiness } from '../../account/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { whatsapp } from '../../ui/icons.ts'
import { trash } from '../../ui/icons-panel.ts'
import { chatWith } from './client-table.tsx'
import { phone } from '../appointments/icons.ts'
import { type Client, momentText } from './types.ts'

interface Props {
  one: Client
  business: SessionBusiness
  onForget: () => void
  onClose: () => void
}

/** What is known of a client, and the evidence of their consent. */
export function ClientDialog({ one, business, onForget, onClose }: Props) {
  const { timezone } = business
  return (
    <Dialog
      title={one.client_name}
      className="cli-dialog"
      onClose={onClose}
      footer={
        <button type="button" className="btn btn-danger-2" onClick={onForget}>
          <Icon d={trash} />
          Borrar los datos de este cliente
        </button>
      }
    >
      <div className="cli-reach">
        <a className="btn btn-2" href={`tel:${one.client_phone}`}>
          <Icon d={phone} />
          Llamar
        </a>
        <a className="btn btn-2" href={chatWith(one, business)} target="_blank" rel="noopener">
          <Icon d={whatsapp} />
          WhatsApp
        </a>
      </div>
      <dl className="cli-facts">
        <Fact term="Teléfono">
          <span className="num">{shownPhone(one.client_phone)}</span>
        </Fact>
        <Fact term="Correo">
          <a className="link" href={`mailto:${one.client_email}`}>
            {one.client_email}
          </a>
        </Fact>
        <Fact term="Cédula">
          <span className="num">{one.client_id ?? 'No la dio'}</span>
        </Fact>
        <Fact term="Citas">
          <span className="num">{decimal(one.appointments)}</span>
        </Fact>
        <Fact term="Última visita">
          {one.last_visit ? momentText(one.last_visit, timezone) : 'Todavía ninguna'}
        </Fact>
        <Fact term="Próxima visita">
          {one.next_visit ? (
            <Link className="link" to={`/dashboard/appointments?cita=${one.next_id}`}>
              {momentText(one.next_visit, timezone)}
            </Link>
          ) : (
            'Ninguna programada'
          )}
        </Fact>
        <Fact term="Consentimiento">
          {one.consented_at ? (
            <>
              Aceptó los términos y la política de privacidad
              {one.consent_version && <> (texto del {one.consent_version})</>} el{' '}
              {momentText(one.consented_at, timezone)}.
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
