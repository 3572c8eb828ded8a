import { counted, decimal } from '#domain/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import { type Import, importRowsQuery, type ImportRow } from '../data/imports/import.ts'
import { download } from '../data/download.ts'
import { failureText } from '../parts/failures.ts'
import { CorrectAppointment } from './agenda/correct-dialog.tsx'
import { CorrectDialog } from './correct-dialog.tsx'

const FEW = 3
const MANY = 100

/** The rows with errors, each with the reason; before importing each can be corrected. */
export function Errors({ list }: { list: Import }) {
  const [limit, setLimit] = useState(FEW)
  const { data } = useQuery(importRowsQuery(list.id, 'error', limit))
  const [open, setOpen] = useState<ImportRow>()
  const total = data?.total ?? list.counts?.error ?? 0
  const rest = total - (data?.rows.length ?? 0)

  const get = () =>
    download(`/api/clients/import/${list.id}/errors.csv`, 'filas-con-errores.csv').catch((error) =>
      toast.error(failureText(error, 'Error al descargar las filas')),
    )
  return (
    <section className="card imp-errors" aria-label="Filas con errores">
      <div className="card-h imp-card-h">
        <h2 className="h2">{counted(total, 'fila con errores', 'filas con errores')}</h2>
        <button type="button" className="link small" onClick={() => void get()}>
          Descargarlas
        </button>
      </div>
      <ul>
        {data?.rows.map((row) => (
          <li key={row.n}>
            <b>
              <small>Fila {row.n}</small>
              {row.typed?.['client_name'] || '(sin nombre)'}
            </b>
            {list.state === 'draft' && (
              <button
                type="button"
                className="btn btn-2 btn-sm"
                aria-label={`Corregir la fila ${row.n}`}
                onClick={() => setOpen(row)}
              >
                Corregir
              </button>
            )}
            <p>{row.error}</p>
          </li>
        ))}
        {rest > 0 && data && (
          <li>
            <span className="small muted">y {decimal(rest)} más</span>
            {limit === FEW ? (
              <button type="button" className="link small" onClick={() => setLimit(MANY)}>
                Ver todas
              </button>
            ) : (
              <span className="small muted">Descárgalas para verlas.</span>
            )}
          </li>
        )}
      </ul>
      {open && list.kind === 'clients' && (
        <CorrectDialog list={list} row={open} onClose={() => setOpen(undefined)} />
      )}
      {open && list.kind === 'appointments' && (
        <CorrectAppointment list={list} row={open} onClose={() => setOpen(undefined)} />
      )}
    </section>
  )
}
