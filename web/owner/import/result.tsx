import { amPm, dayMonth } from '#domain/dates.ts'
import { counted, decimal } from '#domain/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { type Import, importRowsQuery, runImport, stopImport, undoImport } from '../data/imports/import.ts'
import { failureText } from '../parts/failures.ts'
import { Link } from '../parts/link.tsx'
import { Errors } from './errors.tsx'
import { FileCard } from './file-card.tsx'
import { whenText } from './when.ts'

const RETRY = 'No pudimos hacerlo. Intenta de nuevo.'

/** Sends an act once at a time; its failure is said. */
function useAct() {
  const [isBusy, setBusy] = useState(false)
  const run = async (act: () => Promise<unknown>) => {
    if (isBusy) return
    setBusy(true)
    await act().catch((error) => toast.error(failureText(error, RETRY)))
    setBusy(false)
  }
  return { isBusy, run }
}

/** How far an import has come; the screen can be left meanwhile. */
export function Progress({ list }: { list: Import }) {
  const { isBusy, run } = useAct()
  const isUndoing = list.state === 'undoing'
  const { made, updated, known, failed, removed, restored, stayed } = list
  const [reached, all] = isUndoing
    ? [removed + restored + stayed, made + updated]
    : [made + updated + known + failed, list.row_count]
  const title = isUndoing ? 'Deshaciendo la importación…' : 'Importando…'
  return (
    <>
      <FileCard list={list} />
      <section className="card pad imp-going" aria-label={title}>
        <h2 className="h2">{title}</h2>
        <progress max={Math.max(all, 1)} value={reached} aria-label={title} />
        <p className="num" role="status">
          {decimal(reached)} de {decimal(all)}
        </p>
        <p className="small muted">Puedes salir de esta pantalla: sigue sola, y aquí verás cómo va.</p>
        {!isUndoing && (
          <button
            type="button"
            className="btn btn-2"
            aria-disabled={isBusy}
            onClick={() => void run(() => stopImport(list.id))}
          >
            Detener
          </button>
        )}
      </section>
    </>
  )
}

const TITLES: Partial<Record<Import['state'], string>> = {
  done: 'Importación terminada',
  stopped: 'Importación detenida',
  undone: 'Importación deshecha',
}

interface ResultProps {
  list: Import
  timezone: string
  onAnother: () => void
}

/** What an import did, and how it is taken back. */
export function Result({ list, timezone, onAnother }: ResultProps) {
  const { isBusy, run } = useAct()
  const [isAsking, setAsking] = useState(false)
  const { kind, state, made, updated, known, failed, undo_until } = list
  const lines = state === 'undone' ? takenBack(list) : broughtIn(list)
  const reached = made + updated + known + failed
  return (
    <>
      <FileCard list={list} />
      <section className="card pad imp-done" aria-label={TITLES[state]}>
        <h2 className="h2">{TITLES[state]}</h2>
        <div role="status">
          <ul>{lines.map((line) => line && <li key={line}>{line}</li>)}</ul>
        </div>
        {state === 'stopped' && (
          <p>
            Se detuvo en la fila {decimal(reached)} de {decimal(list.row_count)}. Lo importado se queda.
          </p>
        )}
        <div className="imp-acts">
          {kind === 'clients' ? (
            <Link className="btn" to="/dashboard/clients">
              Ver mis clientes
            </Link>
          ) : (
            <Link className="btn" to="/dashboard/appointments">
              Ver mis citas
            </Link>
          )}
          {state === 'stopped' && undo_until && (
            <button
              type="button"
              className="btn btn-2"
              aria-disabled={isBusy}
              onClick={() => void run(() => runImport(list.id))}
            >
              Seguir importando
            </button>
          )}
          {undo_until && (
            <button type="button" className="btn btn-2" onClick={() => setAsking(true)}>
              Deshacer importación
            </button>
          )}
          <button type="button" className="btn btn-2" onClick={onAnother}>
            Importar otro archivo
          </button>
        </div>
        {undo_until && (
          <p className="small muted">Puedes deshacerla hasta el {whenText(undo_until, timezone)}</p>
        )}
      </section>
      {state === 'undone' && list.stayed > 0 && <Stayed list={list} />}
      {state !== 'undone' && failed > 0 && <Errors list={list} />}
      {isAsking && (
        <ConfirmDialog
          type="danger"
          title="¿Deshacer la importación?"
          confirmText="Deshacer importación"
          busy={isBusy && 'Deshaciendo...'}
          onCancel={() => setAsking(false)}
          onConfirm={() => void run(() => undoImport(list.id)).then(() => setAsking(false))}
        >
          {kind === 'clients' ? (
            <p>
              Quitamos los clientes que entraron con «{list.file_name}» y lo que completó en las demás fichas.
              Lo que cambió desde entonces, o ya tiene citas, se queda, y te decimos qué es.
            </p>
          ) : (
            <p>
              Quitamos las citas que entraron con «{list.file_name}» y las fichas que se crearon para ellas.
              Si a un cliente ya le avisamos, su cita se cancela y le llega un aviso. Lo que cambió desde
              entonces, o ya pasó, se queda, y te decimos qué es.
            </p>
          )}
        </ConfirmDialog>
      )}
    </>
  )
}

/** What an import did. */
function broughtIn({ kind, made, updated, known, failed }: Import): (string | false)[] {
  const isOfClients = kind === 'clients'
  return [
    isOfClients
      ? counted(made, 'cliente nuevo', 'clientes nuevos')
      : counted(made, 'cita nueva', 'citas nuevas'),
    updated > 0 && counted(updated, 'ficha completada', 'fichas completadas'),
    known > 0 &&
      (isOfClients ? counted(known, 'ya existía', 'ya existían') : counted(known, 'ya estaba', 'ya estaban')),
    failed > 0 && counted(failed, 'fila con errores, sin importar', 'filas con errores, sin importar'),
  ]
}

/** What taking it back did. */
function takenBack({ kind, removed, restored }: Import): (string | false)[] {
  return kind === 'clients'
    ? [
        removed > 0 && counted(removed, 'cliente quitado', 'clientes quitados'),
        restored > 0 && counted(restored, 'ficha como estaba antes', 'fichas como estaban antes'),
      ]
    : [
        removed > 0 && counted(removed, 'cita quitada', 'citas quitadas'),
        restored > 0 &&
          counted(
            restored,
            'cita cancelada, con aviso a su cliente si ya le habíamos escrito',
            'citas canceladas, con aviso a los clientes a quienes ya les habíamos escrito',
          ),
      ]
}

/** What taking back left, since it has changed. */
function Stayed({ list }: { list: Import }) {
  const { data } = useQuery(importRowsQuery(list.id, 'stayed', 100))
  return (
    <section className="card pad" aria-label="Se quedaron">
      <h2 className="h2">
        {list.kind === 'clients'
          ? counted(list.stayed, 'se quedó: cambió desde entonces', 'se quedaron: cambiaron desde entonces')
          : counted(
              list.stayed,
              'se quedó: cambió desde entonces, o ya pasó',
              'se quedaron: cambiaron desde entonces, o ya pasaron',
            )}
      </h2>
      <ul className="imp-stayed">
        {data?.rows.map(({ n, client_name, appointment_date, appointment_time }) => (
          <li key={n}>
            {client_name ?? `Fila ${n}`}
            {appointment_date && appointment_time && (
              <span className="muted">
                {' '}
                · {dayMonth(appointment_date)}, {amPm(appointment_time)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
