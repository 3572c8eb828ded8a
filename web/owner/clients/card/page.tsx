import { useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  type MetaFunction,
  Navigate,
  useLocation,
  useParams,
} from 'react-router'
import { may, type SessionBusiness, useSession } from '../../../account/session.ts'
import '../../../ui/empty.css'
import '../../../ui/field.css'
import { Avatar } from '../../../ui/avatar.tsx'
import { clientQuery, type WholeClient } from '../../data/clients.ts'
import { starts } from '../../data/loader.ts'
import type { OwnerHandle } from '../../data/preload.ts'
import { useShown } from '../../data/use-shown.ts'
import { useOpenDraft } from '../../draft/use-draft.ts'
import { ownerMeta } from '../../head.ts'
import { useKept } from '../../../ui/back/entry-state.ts'
import { Link } from '../../parts/link.tsx'
import { Failed } from '../../parts/states.tsx'
import { usePhone } from '../../phone.ts'
import { BackToList } from '../back-to-list.tsx'
import { ClientForm } from '../client-form.tsx'
import { toneOf } from '../client-table.tsx'
import '../clients.css'
import { CardTags } from '../tags.tsx'
import { Acts } from './acts.tsx'
import { Alert } from './alert.tsx'
import './card.css'
import { Facts } from './facts.tsx'
import { CardFigures, Rhythm } from './figures.tsx'
import { ForgetDialog } from './forget-dialog.tsx'
import { CardHistory } from './history.tsx'
import { useOpenNote, useTypedNote } from './left-note.ts'
import { CardNotes } from './notes.tsx'
import { NotesAside } from './notes-aside.tsx'
import { CardOffer } from './offer.tsx'
import { CardPhotos } from './photos/card-photos.tsx'
import { type Tab, Tabs } from './tabs.tsx'

/** The card of this address; undefined for one that no card can have. */
const idIn = (id: string | undefined) => (/^[1-9]\d{0,14}$/.test(id ?? '') ? Number(id) : undefined)

const firstQueries = (id: string | undefined) => {
  const card = idIn(id)
  return card === undefined ? [] : [clientQuery(card)]
}
export const meta: MetaFunction = (args) => ownerMeta(args, 'Ficha del cliente')
export const handle: OwnerHandle = {
  title: 'Ficha del cliente',
  preload: (_days, _search, { id }) => firstQueries(id),
}
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  starts(() => firstQueries(params['id']))()
export { HydrateFallback } from '../../data/loader.ts'

/** A client's card: who it is, what happened, what the team notes, and the data with the evidence of their consent. */
export default function CardPage() {
  const id = idIn(useParams()['id'])
  return id === undefined ? <Missing /> : <ShownCard key={id} id={id} />
}

function ShownCard({ id }: { id: number }) {
  const business = useSession().business!
  const state = useShown(clientQuery(id), 'Error cargando la ficha')
  if (state.status === 'ready') return <Card client={state.data} business={business} />
  if (state.status === 'failed' && state.isMissing) return <Missing id={id} />
  return (
    <>
      <BackToList />
      {state.status === 'failed' ? (
        <Failed title="No pudimos mostrar esta ficha" error={state.error} onRetry={state.retry} />
      ) : (
        <div className="card late cli-waiting" role="status">
          <span className="sr">Cargando la ficha…</span>
          <span className="skeleton" />
          <span className="skeleton" />
          <span className="skeleton" />
        </div>
      )}
    </>
  )
}

/** The same for a card of another business, of another's client, and for one that is gone: nobody learns which. */
function Missing({ id }: { id?: number }) {
  const note = useTypedNote(id)
  return (
    <>
      <BackToList />
      <div className="card empty" role="alert">
        <h1 className="h3">No encontramos esta ficha</h1>
        <p className="muted">
          Puede que se haya unido a otra, que sus datos se hayan borrado o que no sea de tus clientes.
        </p>
        {note.trim() !== '' && (
          <>
            <p className="muted">Esta nota quedó sin guardar. Cópiala si todavía sirve:</p>
            <p className="cli-unsaved">{note}</p>
          </>
        )}
        <Link className="btn btn-2" to="/dashboard/clients">
          Ver mis clientes
        </Link>
      </div>
    </>
  )
}

interface Props {
  client: WholeClient
  business: SessionBusiness
}

function Card({ client, business }: Props) {
  const { id } = client
  const [tab, setTab] = useKept<Tab>('tab', client.appointments > 0 ? 'Historial' : 'Datos')
  const [open, setOpen] = useState<'edit' | 'forget' | 'gone'>()
  const { state } = useLocation()
  const close = () => setOpen(undefined)
  useOpenDraft('cliente', true, (row) => {
    if (row === id) setOpen('edit')
  })
  useOpenNote(id, true, () => setTab('Notas'))
  const openData = (row: number | undefined) => {
    if (row === id) setTab('Datos')
  }
  useOpenDraft('alerta', true, openData)
  useOpenDraft('cumpleaños', true, openData)
  function writeNote() {
    setTab('Notas')
    requestAnimationFrame(() => document.getElementById('cli-note')?.focus())
  }
  return (
    <>
      <BackToList />
      <Head client={client} business={business} />
      {may(business, 'clients:write') && <CardOffer client={client} business={business} />}
      <CardFigures client={client} business={business} />
      <Rhythm client={client} timezone={business.timezone} />
      <Tabs
        current={tab}
        counts={{ Notas: client.notes.length + (client.health_notes ?? 0), Fotos: client.files.length }}
        onChoose={setTab}
      />
      <div id="cli-panel" role="tabpanel" aria-labelledby={`cli-tab-${tab}`} className="cli-panel">
        {tab === 'Historial' && (
          <div className="cli-columns">
            <CardHistory client={client} business={business} />
            <NotesAside
              client={client}
              business={business}
              onWrite={writeNote}
              onSee={() => setTab('Notas')}
            />
          </div>
        )}
        {tab !== 'Historial' && (
          <div className="card pad">
            {tab === 'Notas' && <CardNotes client={client} business={business} />}
            {tab === 'Fotos' && <CardPhotos client={client} business={business} />}
            {tab === 'Datos' && (
              <Facts
                client={client}
                business={business}
                onEdit={() => setOpen('edit')}
                onForget={() => setOpen('forget')}
              />
            )}
          </div>
        )}
      </div>
      {open === 'edit' && <ClientForm client={client} business={business} onStored={close} onClose={close} />}
      {open === 'forget' && (
        <ForgetDialog
          client={client}
          timezone={business.timezone}
          onDone={() => setOpen('gone')}
          onClose={close}
        />
      )}
      {open === 'gone' && <Navigate to="/dashboard/clients" replace state={state} />}
    </>
  )
}

function Head({ client, business }: Props) {
  const phoneText = usePhone()
  const { client_name, client_phone, client_email, alert, blocked_at } = client
  return (
    <section className="card pad cli-head" aria-label="Ficha">
      <div className={`cli-id t${toneOf(client)}`}>
        <Avatar name={client_name} size="lg" />
        <div>
          <h1>{client_name}</h1>
          <p className="cli-ways">
            {client_phone && <span className="num">{phoneText(client_phone)}</span>}
            {client_email && <span>{client_email}</span>}
            {blocked_at && <span className="cli-missed">Bloqueado</span>}
          </p>
          <CardTags client={client} business={business} />
        </div>
      </div>
      {alert && <Alert text={alert} />}
      <Acts client={client} business={business} />
    </section>
  )
}
