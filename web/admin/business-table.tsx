import { counted } from '#domain/numbers.ts'
import { shownPhone } from '#domain/phone.ts'
import { Link } from 'react-router'
import { Avatar } from '../ui/avatar.tsx'
import { SortHead } from '../ui/listing/sort-head.tsx'
import '../ui/tones.css'
import { dateOf } from './numbers.ts'
import type { Business } from './queries.ts'
import type { Listing } from './use-businesses.ts'

interface Props {
  listing: Listing
  businesses: Business[]
  onManage: (business: Business) => void
}

/** A table; on phones its rows become list items with the same content. */
export function BusinessTable({ listing, businesses, onManage }: Props) {
  return (
    <table className="listing admin-table" role="table" aria-labelledby="negocios">
      <thead role="rowgroup">
        <tr role="row">
          <SortHead listing={listing} sort="business_name" first="asc">
            Negocio
          </SortHead>
          <th scope="col" role="columnheader">
            Contacto
          </th>
          <SortHead listing={listing} sort="total_appointments" first="desc">
            Estadísticas
          </SortHead>
          <SortHead listing={listing} sort="created_at" first="desc">
            Registro
          </SortHead>
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

/** Why the business's page is not seen: 'Suspendido', or that its owner deletes it. */
function offText({ suspended_at, erase_at, erased_at }: Business): string | undefined {
  if (erased_at) return 'Eliminado'
  if (erase_at) return `Se elimina el ${dateOf(erase_at)}`
  return suspended_at ? 'Suspendido' : undefined
}

function Row({ business, onManage }: { business: Business; onManage: Props['onManage'] }) {
  const { id, business_name, business_type, email, phone } = business
  return (
    <tr role="row">
      <td role="cell" className="of-business">
        <div>
          <span className={`t${(id % 16) + 1}`}>
            <Avatar name={business_name} />
          </span>
          <span>
            <Link className="link" to={`/admin/businesses/${id}`}>
              <b>{business_name}</b>
            </Link>
            <small>{business_type}</small>
            {offText(business) && <span className="badge st-noasistio">{offText(business)}</span>}
          </span>
        </div>
      </td>
      <td role="cell" className="of-contact">
        <span>{email}</span>
        <small className="num">{shownPhone(phone)}</small>
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
        {!business.erased_at && (
          <button type="button" className="btn btn-2 btn-sm" onClick={() => onManage(business)}>
            Gestionar<span className="sr"> {business_name}</span>
          </button>
        )}
      </td>
    </tr>
  )
}
