import type { ReactNode } from 'react'
import { Avatar } from '../ui/avatar.tsx'
import { Icon } from '../ui/icon.tsx'
import { chevronDown } from '../ui/icons.ts'
import '../ui/tones.css'
import { counted, dateOf, spacedPhone } from './numbers.ts'
import type { Business, Listing, Order, Sort } from './use-businesses.ts'

interface Props {
  listing: Listing
  businesses: Business[]
  onManage: (business: Business) => void
}

/** A table; on phones each of its rows becomes a row of a list, and says the same. */
export function BusinessTable({ listing, businesses, onManage }: Props) {
  return (
    <table className="admin-table" role="table" aria-labelledby="negocios">
      <thead role="rowgroup">
        <tr role="row">
          <Head listing={listing} sort="business_name" first="asc">
            Negocio
          </Head>
          <th scope="col" role="columnheader">
            Contacto
          </th>
          <Head listing={listing} sort="total_appointments" first="desc">
            Estadísticas
          </Head>
          <Head listing={listing} sort="created_at" first="desc">
            Registro
          </Head>
          <th scope="col" role="columnheader">
            <span className="sr">Acciones</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {businesses.map((business) => (
          <Row key={business.id} business={business} onManage={onManage} />
        ))}
      </tbody>
    </table>
  )
}

interface HeadProps {
  listing: Listing
  sort: Sort
  /** The order that a first press asks for. */
  first: Order
  children: ReactNode
}

function Head({ listing, sort, first, children }: HeadProps) {
  const isSorted = listing.sort === sort
  const next: Order = !isSorted ? first : listing.order === 'asc' ? 'desc' : 'asc'
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={isSorted ? (listing.order === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" onClick={() => listing.sortBy(sort, next)}>
        {children}
        <Icon
          d={chevronDown}
          className={isSorted ? (listing.order === 'asc' ? 'icon-sm up' : 'icon-sm') : 'icon-sm off'}
        />
      </button>
    </th>
  )
}

function Row({ business, onManage }: { business: Business; onManage: Props['onManage'] }) {
  const { id, business_name, business_type, email, phone, suspended_at } = business
  return (
    <tr role="row">
      <td role="cell" className="of-business">
        <span className={`t${(id % 16) + 1}`}>
          <Avatar name={business_name} />
        </span>
        <span>
          <b>{business_name}</b>
          <small>{business_type}</small>
          {suspended_at && <span className="badge st-noasistio">Suspendido</span>}
        </span>
      </td>
      <td role="cell" className="of-contact">
        <span>{email}</span>
        <small className="num">{spacedPhone(phone)}</small>
      </td>
      <td role="cell" className="of-counts num">
        <b>{counted(business.total_appointments, 'cita')}</b>
        <small>
          {counted(business.total_services, 'servicio')} ·{' '}
          {counted(business.total_professionals, 'profesional', 'profesionales')}
        </small>
      </td>
      <td role="cell" className="of-date num">
        {dateOf(business.created_at)}
      </td>
      <td role="cell" className="of-acts">
        <button type="button" className="btn btn-2 btn-sm" onClick={() => onManage(business)}>
          Gestionar<span className="sr"> {business_name}</span>
        </button>
      </td>
    </tr>
  )
}
