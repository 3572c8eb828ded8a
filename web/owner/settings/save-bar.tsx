import { LeaveGuard } from './leave-guard.tsx'

interface Props {
  isDirty: boolean
  isSaving: boolean
  /** The server's refusal, when it belongs to no field. */
  refusal: string | undefined
  onDiscard: () => void
}

/**
 * Shows that there are unsaved changes, saves or discards them, and guards against leaving. Used inside the
 * form.
 */
export function SaveBar({ isDirty, isSaving, refusal, onDiscard }: Props) {
  return (
    <>
      <LeaveGuard when={isDirty} />
      {isDirty && (
        <div className="save-fix" role="region" aria-label="Cambios sin guardar">
          <div className="save-bar">
            <span className="grow" role={refusal ? 'alert' : undefined}>
              {refusal ?? (
                <>
                  <span className="only-d">Cambios sin guardar</span>
                  <span className="only-m">Sin guardar</span>
                </>
              )}
            </span>
            <button type="button" className="btn btn-3" disabled={isSaving} onClick={onDiscard}>
              Descartar
            </button>
            <button
              type="submit"
              className="btn"
              aria-disabled={isSaving}
              onClick={(event) => isSaving && event.preventDefault()}
            >
              {isSaving && <span className="spinner" />}
              {isSaving ? 'Guardando...' : 'Guardar'}
            </button>
          </div>
        </div>
      )}
    </>
  )
}
