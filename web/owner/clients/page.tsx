import { counted } from '#domain/numbers.ts'
import { useState } from 'react'
import type { MetaFunction } from 'react-router'
import { useSession } from '../../account/session.ts'
import '../../ui/empty.css'
import '../../ui/field.css'
import { Icon } from '../../ui/icon.tsx'
import { Pager } from '../../ui/listing/pager.tsx'
import { type Order, PAGE } from '../../ui/listing/use-listing.ts'
import { WaitingRows } from '../../ui/listing/waiting-rows.tsx'
import { download } from '../appointments/icons.ts'
import { ownerMeta } from '../head.ts'
import { PageHead } from '../page-head.tsx'
import { Failed, SearchBox } from '../parts/states.tsx'
import './clients.css'
import { ClientDialog } from './client-dialog.tsx'
import { ClientTable } from './client-table.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { ForgetDialog } from './forget-dialog.tsx'
import { type Client, type Sort } from './types.ts'
import { type Listing, useClients } from './use-clients.ts'

export const meta: MetaFunction = (args) => ownerMeta(args, 'Clientes')

const SORTINGS: { value: `${Sort} ${Order}`; text: string }[] = [
  { value: 'client_name asc', text: 'Nombre, de la A a la Z' },
  { value: 'client_name desc', text: 'Nombre, de la Z a la A' },
  { value: 'next_visit asc', text: 'Próxima visita primero' },
  { value: 'last_visit desc', text: 'Última visita primero' },
  { value: 'last_visit asc', text: 'Hace más que no vienen' },
  { value: 'appointments desc', text: 'Con más citas' },
  { value: 'appointments asc', text: 'Con menos citas' },
]

type Open = { what: 'export' } | { what: 'detail' | 'forget'; one: Client }

/** Who has booked: to call them, and to do what they may ask by law. */
export default function ClientsPage() {
  const business = useSession().business!
  const listing = useClients()
  const [open, setOpen] = useState<Open>()
  const { data, failure, q, text, setText } = listing
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHead
        title="Clientes"
        text="Quienes han reservado contigo."
        actions={
          <button type="button" className="btn btn-2" onClick={() => setOpen({ what: 'export' })}>
            <Icon d={download} />
            Exportar mis datos
          </button>
        }
      />
      <div className="cli-tools">
        <SearchBox label="Buscar por nombre, teléfono, correo o cédula" value={text} onChange={setText} />
        <select
          className="input"
          aria-label="Ordenar por"
          value={`${listing.sort} ${listing.order}`}
          onChange={({ target }) => listing.sortBy(...(target.value.split(' ') as [Sort, Order]))}
        >
          {SORTINGS.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
      {failure && (
        <Failed title="No pudimos mostrar tus clientes" reason={failure} onRetry={listing.reload} />
      )}
      {!data && !failure && <Waiting />}
      {data?.total === 0 && <Nothing q={q} onClear={() => setText('')} />}
      {data && data.total > 0 && (
        <section className="card" aria-label="Lista de clientes" aria-busy={listing.isLoading}>
          <ClientTable
            {...{ listing, clients: data.clients, business }}
            onOpen={(one) => setOpen({ what: 'detail', one })}
          />
          <Pages listing={listing} shown={data.clients.length} total={data.total} />
        </section>
      )}
      {open?.what === 'export' && <ExportDialog onClose={close} />}
      {open?.what === 'detail' && (
        <ClientDialog
          one={open.one}
          business={business}
          onForget={() => setOpen({ what: 'forget', one: open.one })}
          onClose={close}
        />
      )}
      {open?.what === 'forget' && (
        <ForgetDialog
          one={open.one}
          timezone={business.timezone}
          onDone={() => {
            close()
            listing.reload()
          }}
          onClose={close}
        />
      )}
    </>
  )
}

function Pages({ listing, shown, total }: { listing: Listing; shown: number; total: number }) {
  const { offset, q } = listing
  const people = counted(total, 'cliente')
  if (total <= PAGE)
    return (
      <p className="cli-count small muted num" role="status">
        {q ? `${people} con “${q}”` : people}
      </p>
    )
  return (
    <Pager label="Páginas de clientes" listing={listing} total={total}>
      {offset + 1} a {offset + shown} de {people}
    </Pager>
  )
}

function Nothing({ q, onClear }: { q: string; onClear: () => void }) {
  return (
    <div className="card empty" role="status">
      <h2 className="h3">{q ? `Ningún cliente con “${q}”` : 'Todavía no tienes clientes'}</h2>
      {q ? (
        <button type="button" className="btn btn-2" onClick={onClear}>
          Borrar la búsqueda
        </button>
      ) : (
        <p className="muted">Aquí aparecen en cuanto alguien reserve, o cuando agendes tú su cita.</p>
      )}
    </div>
  )
}

const Waiting = () => (
  <div className="card late" role="status">
    <span className="sr">Cargando clientes…</span>
    <WaitingRows />
  </div>
)
