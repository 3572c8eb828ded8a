import { counted, decimal } from '#domain/numbers.ts'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { shield } from '../../ui/icons.ts'
import { toast } from '../../ui/toast.tsx'
import { type Import, type Mapping, runImport, sayColumns } from '../data/imports/import.ts'
import { failureText } from '../parts/failures.ts'
import { Columns } from './columns.tsx'
import { Errors } from './errors.tsx'
import { FileCard } from './file-card.tsx'

const KINDS = [
  { kind: 'new', text: 'Nuevos', tone: 'var(--verde-500)' },
  { kind: 'known', text: 'Ya existen', tone: 'var(--n-400)' },
  { kind: 'update', text: 'Se actualizarán', tone: 'var(--cielo-500)' },
  { kind: 'error', text: 'Con errores', tone: 'var(--aji-500)' },
] as const

/** What importing would do, before anything is stored. */
export function Review({ list, onLeave }: { list: Import; onLeave: () => void }) {
  const { mapping, isLooking, problem, choose } = useMapping(list)
  const [isStarting, setStarting] = useState(false)
  const { counts } = list
  const all = counts ? counts.new + counts.update : 0

  async function start() {
    if (isStarting || isLooking || all === 0) return
    setStarting(true)
    await runImport(list.id).catch((error) =>
      toast.error(failureText(error, 'No pudimos empezar. Intenta de nuevo.')),
    )
    setStarting(false)
  }

  return (
    <div className="imp-review">
      <FileCard list={list}>
        <button type="button" className="btn btn-2 btn-sm" onClick={onLeave}>
          Cambiar
        </button>
      </FileCard>
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      {(counts || isLooking) && (
        <div className="imp-4" role="status" aria-busy={isLooking}>
          {KINDS.map(({ kind, text, tone }) => (
            <div key={kind} style={{ '--k': tone } as object}>
              <b>{counts ? decimal(counts[kind]) : '…'}</b>
              <span>{text}</span>
            </div>
          ))}
        </div>
      )}
      <Columns list={list} mapping={mapping} onChange={choose} />
      {counts && counts.error > 0 && <Errors list={list} />}
      <p className="small muted imp-safe">
        <Icon d={shield} />
        <span>
          No enviaremos publicidad a clientes importados hasta que lo acepten. Las fórmulas de Excel entran
          como texto.
        </span>
      </p>
      <div className="imp-foot" role="region" aria-label="Importar">
        <p className="small muted">
          Nada se guarda hasta que toques <b>Importar</b>. Puedes deshacerlo durante 7 días.
        </p>
        <span className="imp-foot-b">
          <button type="button" className="btn btn-2" onClick={onLeave}>
            Volver
          </button>
          <button
            type="button"
            className="btn"
            aria-disabled={all === 0 || isLooking || isStarting}
            onClick={() => void start()}
          >
            {(isStarting || isLooking) && <span className="spinner" />}
            {all === 0 ? 'Importar' : `Importar ${counted(all, 'cliente')}`}
          </button>
        </span>
      </div>
    </div>
  )
}

/** What the columns are, sent as soon as it is chosen; the guesses to begin with. */
function useMapping(list: Import) {
  const [mapping, setMapping] = useState<Mapping>(
    () => list.mapping ?? list.guesses.map(({ target }) => target),
  )
  const [isLooking, setLooking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const next = useRef<Mapping>(undefined)
  const isSending = useRef(false)

  // One at a time, and the last one last: of two on their way at once, the earlier may be stored after the later.
  async function choose(chosen: Mapping) {
    setMapping(chosen)
    next.current = chosen
    if (isSending.current) return
    isSending.current = true
    setLooking(true)
    while (next.current) {
      const sent = next.current
      next.current = undefined
      setProblem(undefined)
      await sayColumns(list.id, sent).catch((error) =>
        setProblem(failureText(error, 'No pudimos revisar el archivo. Intenta de nuevo.')),
      )
    }
    isSending.current = false
    setLooking(false)
  }
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || list.mapping) return
    begun.current = true
    void choose(mapping)
  })
  return { mapping, isLooking, problem, choose: (chosen: Mapping) => void choose(chosen) }
}
