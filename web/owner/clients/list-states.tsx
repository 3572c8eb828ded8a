import '../../ui/empty.css'
import { WaitingRows } from '../../ui/listing/waiting-rows.tsx'

/** Said in place of a list without clients. */
export function Nothing({ q, isFiltered, onClear }: { q: string; isFiltered: boolean; onClear: () => void }) {
  return (
    <div className="card empty" role="status">
      <h2 className="h3">
        {q
          ? `Ningún cliente con “${q}”`
          : isFiltered
            ? 'Ningún cliente de este grupo'
            : 'Todavía no tienes clientes'}
      </h2>
      {q || isFiltered ? (
        <button type="button" className="btn btn-2" onClick={onClear}>
          {q ? 'Borrar la búsqueda' : 'Ver todos'}
        </button>
      ) : (
        <p className="muted">
          Aquí aparecen en cuanto alguien reserve, cuando agendes tú su cita, cuando los creas o si importas
          tu lista.
        </p>
      )}
    </div>
  )
}

export const Waiting = () => (
  <div className="card late" role="status">
    <span className="sr">Cargando clientes…</span>
    <WaitingRows />
  </div>
)
