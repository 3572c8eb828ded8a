import { decimal } from '#domain/numbers.ts'
import { useEffect, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { search as glass } from '../ui/icons-panel.ts'
import { Pager } from '../ui/listing/pager.tsx'
import { type Order, PAGE } from '../ui/listing/use-listing.ts'
import { WaitingRows } from '../ui/listing/waiting-rows.tsx'
import './businesses.css'
import { BusinessTable } from './business-table.tsx'
import { Manage } from './manage.tsx'
import { NotLoaded } from '../ui/loading/not-loaded.tsx'
import type { Business } from './queries.ts'
import { type Sort, useBusinesses } from './use-businesses.ts'

const SORTINGS: { value: `${Sort} ${Order}`; text: string }[] = [
  { value: 'created_at desc', text: 'Más nuevos primero' },
  { value: 'created_at asc', text: 'Más antiguos primero' },
  { value: 'business_name asc', text: 'Nombre, de la A a la Z' },
  { value: 'business_name desc', text: 'Nombre, de la Z a la A' },
  { value: 'total_appointments desc', text: 'Con más citas' },
  { value: 'total_appointments asc', text: 'Con menos citas' },
]

/** `onListed` is called when the list has loaded, or failed to. */
export function Businesses({ onListed }: { onListed: () => void }) {
  const listing = useBusinesses()
  const [managed, setManaged] = useState<Business>()
  const { data, text, q, sort, order, offset, isFailed, isLoading } = listing
  const total = data?.total ?? 0
  const shown = data?.businesses.length ?? 0
  const isListed = Boolean(data) || isFailed
  useEffect(() => {
    if (isListed) onListed()
  }, [isListed, onListed])

  return (
    <section className="card businesses" aria-labelledby="negocios" aria-busy={isLoading}>
      <div className="businesses-h">
        <h2 className="h2" id="negocios">
          Negocios Registrados
        </h2>
        <span className="small muted num" role="status">
          {data && (q ? `${decimal(total)} con “${q}”` : decimal(total))}
        </span>
        <div className="input-wrap" role="search">
          <Icon d={glass} />
          <input
            className="input"
            type="search"
            aria-label="Buscar negocios"
            placeholder="Nombre, correo o teléfono"
            autoComplete="off"
            maxLength={120}
            value={text}
            onChange={({ target }) => listing.setText(target.value)}
          />
        </div>
        <select
          className="input businesses-sort"
          aria-label="Ordenar por"
          value={`${sort} ${order}`}
          onChange={({ target }) => listing.sortBy(...(target.value.split(' ') as [Sort, Order]))}
        >
          {SORTINGS.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
      {isFailed && <NotLoaded className="admin-missing" what="los negocios" onRetry={listing.reload} />}
      {data && shown === 0 && (
        <p className="businesses-none muted">
          {total > 0
            ? 'No hay más negocios.'
            : q
              ? 'Ningún negocio coincide con la búsqueda.'
              : 'Todavía no hay negocios registrados.'}
        </p>
      )}
      {!data && !isFailed && <WaitingRows />}
      {shown > 0 && <BusinessTable listing={listing} businesses={data!.businesses} onManage={setManaged} />}
      {data && (total > PAGE || offset > 0) && (
        <Pager label="Páginas de negocios" listing={listing} total={total}>
          {shown > 0 && `${decimal(offset + 1)} a ${decimal(offset + shown)} de ${decimal(total)}`}
        </Pager>
      )}
      {managed && <Manage business={managed} onClose={() => setManaged(undefined)} />}
    </section>
  )
}
