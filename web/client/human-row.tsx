import { Icon } from '../ui/icon.tsx'
import { check, shield } from '../ui/icons.ts'
import type { Human } from './human.ts'

/** The human check, which requires no action: it runs while people type. */
export function HumanRow({ human: { state, prepare } }: { human: Human }) {
  return (
    <div className="human">
      <Icon d={shield} />
      Verificación de seguridad
      <span className={state === 'ready' ? 'human-state ok' : 'human-state'} role="status">
        {state === 'running' && 'Verificando...'}
        {state === 'failed' && 'No se pudo verificar'}
        {state === 'ready' && (
          <>
            <Icon d={check} className="icon-sm" />
            Listo
          </>
        )}
      </span>
      {state === 'failed' && (
        <button type="button" className="btn btn-2" onClick={prepare}>
          Reintentar
        </button>
      )}
    </div>
  )
}
