import { counted } from '#domain/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { importsQuery, isAtWork, type Kind, type ListedImport } from '../data/imports/import.ts'
import { whenText } from './when.ts'

interface Props {
  kind: Kind
  onOpen: (id: number) => void
  timezone: string
}

/** The last imports; whoever opens one sees how it is, and takes it back. */
export function History({ kind, onOpen, timezone }: Props) {
  const { data } = useQuery(importsQuery(kind))
  if (!data || data.length === 0) return null
  return (
    <section className="card imp-history" aria-label="Importaciones anteriores">
      <div className="card-h imp-card-h">
        <h2 className="h2">Importaciones anteriores</h2>
      </div>
      <ul>
        {data.map((each) => (
          <li key={each.id}>
            <span>
              <b className="trunc">{each.file_name}</b>
              <small>
                {whenText(each.created_at, timezone)}
                {each.created_by && ` · ${each.created_by}`} · {stateText(each)}
              </small>
            </span>
            <button
              type="button"
              className="btn btn-2 btn-sm"
              aria-label={`Ver la importación de ${each.file_name}`}
              onClick={() => onOpen(each.id)}
            >
              Ver
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function stateText(each: ListedImport): string {
  if (isAtWork(each)) return 'en marcha'
  if (each.state === 'undone') return 'deshecha'
  const made = counted(each.made, each.kind === 'clients' ? 'nuevo' : 'cita')
  return each.state === 'stopped' ? `detenida, ${made}` : made
}
