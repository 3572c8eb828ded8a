import { mailtoOf } from '#domain/mailto.ts'
import { birthdayLabel } from '#domain/birthday.ts'
import { type ReactNode, useState } from 'react'
import { may, type SessionBusiness } from '../../../account/session.ts'
import { Icon } from '../../../ui/icon.tsx'
import { edit, trash } from '../../../ui/icons-panel.ts'
import { toast } from '../../../ui/toast.tsx'
import { setBlocked, type WholeClient } from '../../data/clients.ts'
import { failureText } from '../../parts/failures.ts'
import { Link } from '../../parts/link.tsx'
import { usePhone } from '../../phone.ts'
import { isSeen } from '../client-table.tsx'
import { momentText, textNamed } from '../visit-text.ts'
import { AlertForm } from './alert.tsx'
import { BirthdayForm } from './birthday.tsx'
import { CardConsents } from './consents.tsx'
import { CardMerges } from './merges.tsx'

interface FactsProps {
  client: WholeClient
  business: SessionBusiness
  onEdit: () => void
  onForget: () => void
}

/** What is kept of a client, with the evidence of their consent, and what the team may change of it. */
export function Facts({ client, business, onEdit, onForget }: FactsProps) {
  const phoneText = usePhone()
  const { timezone } = business
  return (
    <>
      {may(business, 'clients:write') && (
        <button type="button" className="btn btn-2 cli-edit" onClick={onEdit}>
          <Icon d={edit} />
          Editar
        </button>
      )}
      <dl className="cli-facts">
        <Fact term="Teléfono">
          <span className="num">{phoneText(client.client_phone) || 'No lo dio'}</span>
        </Fact>
        <Fact term="Correo">
          {client.client_email && isSeen(client) ? (
            <a className="link" href={mailtoOf(client.client_email)}>
              {client.client_email}
            </a>
          ) : (
            client.client_email || 'No lo dio: no recibe correos'
          )}
        </Fact>
        {/* Who does not see how to reach a client is not told this either. */}
        {isSeen(client) && (
          <Fact term="Cédula">
            <span className="num">{client.client_id ?? 'No la dio'}</span>
          </Fact>
        )}
        {client.birthday && <Fact term="Cumpleaños">{birthdayLabel(client.birthday)}</Fact>}
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
              {client.consent_version && <> ({textNamed(client.consent_version)})</>} el{' '}
              {momentText(client.consented_at, timezone)}.
            </>
          ) : (
            'Sin registro: sus citas las agendó el negocio. Guarda tú su autorización.'
          )}
        </Fact>
      </dl>
      <CardConsents client={client} business={business} />
      {may(business, 'clients:write') && <Writing client={client} />}
      <CardMerges client={client} business={business} />
      {may(business, 'clients:forget') && (
        <button type="button" className="btn btn-danger-2 cli-edit" onClick={onForget}>
          <Icon d={trash} />
          Borrar los datos de este cliente
        </button>
      )}
    </>
  )
}

/** What is changed on the card itself. */
function Writing({ client }: { client: WholeClient }) {
  const [isBusy, setBusy] = useState(false)
  const isBlocked = client.blocked_at !== null
  async function toggle() {
    if (isBusy) return
    setBusy(true)
    await setBlocked(client.id, !isBlocked).then(
      () => toast.success(isBlocked ? 'Puede reservar en línea otra vez' : 'Ya no puede reservar en línea'),
      (error: unknown) => toast.error(failureText(error, 'Error al guardar el cambio')),
    )
    setBusy(false)
  }
  return (
    <>
      <AlertForm client={client} />
      <BirthdayForm client={client} />
      <div className="cli-block">
        <p className="small">
          {isBlocked
            ? 'No puede reservar en línea: la página le pide que te llame. Tú sí puedes agendarle.'
            : 'Si lo bloqueas, la página le pide que te llame para reservar, sin decirle por qué. Sus citas siguen.'}
        </p>
        <button type="button" className="btn btn-2" aria-disabled={isBusy} onClick={() => void toggle()}>
          {isBlocked ? 'Permitir reservas en línea' : 'Bloquear reservas en línea'}
        </button>
      </div>
    </>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)
