import { birthdayLabel } from '#domain/birthday.ts'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { may, type SessionBusiness } from '../../account/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { whatsapp } from '../../ui/icons.ts'
import { edit, plus, trash } from '../../ui/icons-panel.ts'
import { toast } from '../../ui/toast.tsx'
import { type Client, clientQuery, setBlocked, type WholeClient } from '../data/clients.ts'
import { CallLink } from '../parts/by-hand/call-link.tsx'
import { failureText } from '../parts/failures.ts'
import { phone, repeat } from '../parts/icons.ts'
import { Link } from '../parts/link.tsx'
import { usePhone } from '../phone.ts'
import { Alert, AlertForm } from './card-alert.tsx'
import { BirthdayForm } from './card-birthday.tsx'
import { CardConsents } from './card-consents.tsx'
import { CardFigures } from './card-figures.tsx'
import { CardMerges } from './card-merges.tsx'
import { CardOffer } from './card-offer.tsx'
import { CardHistory } from './card-history.tsx'
import { CardNotes } from './card-notes.tsx'
import { CardPhotos } from './photos/card-photos.tsx'
import { CardTags } from './card-tags.tsx'
import { chatWith, isSeen, newAppointmentFor } from './client-table.tsx'
import { momentText, textNamed } from './visit-text.ts'

const TABS = ['Historial', 'Notas', 'Fotos', 'Datos'] as const
type Tab = (typeof TABS)[number]

interface Props {
  client: Client
  business: SessionBusiness
  onEdit: () => void
  /** What shows first; else what happened, if anything did. */
  first?: Tab | undefined
  onForget: () => void
  onClose: () => void
}

/** A client's card: data with the evidence of their consent, what happened, and what the team notes. */
export function ClientDialog({ client, business, first, onEdit, onForget, onClose }: Props) {
  const { data: whole, isError, refetch } = useQuery(clientQuery(client.id))
  const [tab, setTab] = useState<Tab>(first ?? (client.appointments > 0 ? 'Historial' : 'Datos'))
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
      <CardTags client={client} business={business} />
      {client.alert && <Alert text={client.alert} />}
      {whole && may(business, 'clients:write') && <CardOffer client={whole} business={business} />}
      <Acts client={client} business={business} />
      <CardFigures client={client} whole={whole} business={business} />
      <Tabs
        current={tab}
        counts={
          whole ? { Notas: whole.notes.length + (whole.health_notes ?? 0), Fotos: whole.files.length } : {}
        }
        onChoose={setTab}
      />
      <div id="cli-panel" role="tabpanel" aria-labelledby={`cli-tab-${tab}`} className="cli-panel">
        {tab === 'Datos' && <Facts client={client} whole={whole} business={business} onEdit={onEdit} />}
        {tab !== 'Datos' && !whole && !isError && <p className="small muted">Cargando…</p>}
        {isError && !whole && (
          <p role="alert">
            No pudimos mostrar todo de este cliente.{' '}
            <button type="button" className="link" onClick={() => void refetch()}>
              Reintentar
            </button>
          </p>
        )}
        {tab === 'Historial' && whole && <CardHistory client={whole} business={business} />}
        {tab === 'Notas' && whole && <CardNotes client={whole} business={business} />}
        {tab === 'Fotos' && whole && <CardPhotos client={whole} business={business} />}
      </div>
    </Dialog>
  )
}

/** What is done for a client with one tap. */
function Acts({ client, business }: Pick<FactsProps, 'client' | 'business'>) {
  const { client_phone } = client
  const isKnown = isSeen(client)
  const books = may(business, 'appointments:own-write') && isKnown
  const form = newAppointmentFor(client)
  return (
    <div className="cli-reach">
      {books && (
        <Link className="btn" to={form}>
          <Icon d={plus} />
          Nueva cita
        </Link>
      )}
      {books && client.visits > 0 && (
        <Link className="btn btn-2" to={`${form}&repetir=1`}>
          <Icon d={repeat} />
          Repetir
        </Link>
      )}
      {client_phone && isKnown && (
        <a className="btn btn-2" href={chatWith(client, business)} target="_blank" rel="noopener">
          <Icon d={whatsapp} />
          WhatsApp
        </a>
      )}
      {client_phone && (
        <CallLink className="btn btn-2" client_phone={client_phone} of={{ client: client.id }}>
          <Icon d={phone} />
          Llamar
        </CallLink>
      )}
    </div>
  )
}

interface TabsProps {
  current: Tab
  counts: Partial<Record<Tab, number>>
  onChoose: (tab: Tab) => void
}

function Tabs({ current, counts, onChoose }: TabsProps) {
  function move(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const to = TABS[(TABS.indexOf(current) + step + TABS.length) % TABS.length]!
    onChoose(to)
    document.getElementById(`cli-tab-${to}`)?.focus()
  }
  return (
    <div role="tablist" aria-label="Ficha" className="cli-tabs" onKeyDown={move}>
      {TABS.map((tab) => (
        <button
          key={tab}
          id={`cli-tab-${tab}`}
          type="button"
          role="tab"
          aria-selected={tab === current}
          aria-controls={tab === current ? 'cli-panel' : undefined}
          tabIndex={tab === current ? 0 : -1}
          onClick={() => onChoose(tab)}
        >
          {tab}
          {counts[tab] ? ` ${counts[tab]}` : ''}
        </button>
      ))}
    </div>
  )
}

interface FactsProps {
  client: Client
  whole: WholeClient | undefined
  business: SessionBusiness
  onEdit: () => void
}

function Facts({ client, whole, business, onEdit }: FactsProps) {
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
            <a className="link" href={`mailto:${client.client_email}`}>
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
        {whole && (
          <Fact term="Consentimiento">
            {whole.consented_at ? (
              <>
                Aceptó los términos y la política de privacidad
                {whole.consent_version && <> ({textNamed(whole.consent_version)})</>} el{' '}
                {momentText(whole.consented_at, timezone)}.
              </>
            ) : (
              'Sin registro: sus citas las agendó el negocio. Guarda tú su autorización.'
            )}
          </Fact>
        )}
      </dl>
      {whole && <CardConsents client={whole} business={business} />}
      {whole && may(business, 'clients:write') && <Writing client={whole} />}
      {whole && <CardMerges client={whole} business={business} />}
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
      <AlertForm key={`alert ${client.version}`} client={client} />
      <BirthdayForm key={client.version} client={client} />
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
