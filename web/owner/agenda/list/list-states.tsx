import { may, useSession } from '../../../account/session.ts'
import { Link } from '../../parts/link.tsx'
import type { Period } from './list-filter.ts'

export function Nothing({
  period,
  isFiltered,
  onClear,
}: {
  period: Period
  isFiltered: boolean
  onClear: () => void
}) {
  const business = useSession().business!
  return (
    <div className="card empty">
      <h2 className="h3">
        {isFiltered
          ? 'Ninguna cita con estos filtros'
          : period === 'upcoming'
            ? 'No hay citas próximas'
            : 'Aún no hay citas pasadas'}
      </h2>
      {isFiltered ? (
        <button type="button" className="btn btn-2" onClick={onClear}>
          Limpiar filtros
        </button>
      ) : (
        <>
          <p className="muted">Aquí aparecen en cuanto alguien reserve, o cuando las agendes tú.</p>
          {period === 'upcoming' && may(business, 'clients:import') && (
            <Link className="btn btn-2" to="/dashboard/appointments/import">
              Vengo de otra agenda
            </Link>
          )}
        </>
      )}
    </div>
  )
}

export const Skeleton = () => (
  <div className="card list-skeleton late" role="status">
    <span className="sr">Cargando citas…</span>
    {Array.from({ length: 6 }, (_, i) => (
      <span key={i} className="skeleton" aria-hidden="true" />
    ))}
  </div>
)
