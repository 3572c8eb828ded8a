import { type Target, TARGET_LABELS } from '#domain/import/columns.ts'
import { Icon } from '../../ui/icon.tsx'
import { shield } from '../../ui/icons.ts'
import { type Import, sayColumns } from '../data/imports/import.ts'
import { Columns } from './columns.tsx'
import { Counts } from './counts.tsx'
import { Errors } from './errors.tsx'
import { FileCard } from './file-card.tsx'
import { StartBar } from './start-bar.tsx'
import { Problem } from './said-problem.tsx'
import { useSaid } from './use-said.ts'
import { useStart } from './use-start.ts'

const KINDS = [
  { kind: 'new', text: 'Nuevos', tone: 'var(--verde-500)' },
  { kind: 'known', text: 'Ya existen', tone: 'var(--n-400)' },
  { kind: 'update', text: 'Se actualizarán', tone: 'var(--cielo-500)' },
  { kind: 'error', text: 'Con errores', tone: 'var(--aji-500)' },
] as const

/** What importing would do, before anything is stored. */
export function Review({ list, onLeave }: { list: Import; onLeave: () => void }) {
  const { said: mapping, isLooking, problem, choose } = useSaid(list, saidOf(list), sayColumns)
  const { counts } = list
  const all = counts ? counts.new + counts.update : 0
  const { isStarting, start } = useStart(list.id, !isLooking && !problem && all > 0)

  return (
    <div className="imp-review">
      <FileCard list={list}>
        <button type="button" className="btn btn-2 btn-sm" onClick={onLeave}>
          Cambiar
        </button>
      </FileCard>
      <Problem problem={problem} isLooking={isLooking} />
      <Counts kinds={KINDS} counts={counts} isLooking={isLooking} />
      <Columns list={list} labels={TARGET_LABELS} mapping={mapping} onChange={choose} />
      {counts && counts.error > 0 && <Errors list={list} />}
      <p className="small muted imp-safe">
        <Icon d={shield} />
        <span>
          No enviaremos publicidad a clientes importados hasta que lo acepten. Las fórmulas de Excel entran
          como texto.
        </span>
      </p>
      <StartBar
        count={all}
        thing="cliente"
        isBusy={isStarting}
        isLooking={isLooking}
        isUnsaid={problem !== undefined}
        onStart={start}
        onLeave={onLeave}
      />
    </div>
  )
}

const saidOf = ({ mapping, guesses }: Import) => (mapping ?? guesses.map(({ target }) => target)) as Target[]
