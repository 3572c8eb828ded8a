import { LeaveGuard } from './leave-guard.tsx'

interface Props {
  isDirty: boolean
  isSaving: boolean
  /** Why the server did not take it, when no field can say so. */
  refusal: string | undefined
  onDiscard: () => void
}

/** Tells that something is not stored yet, stores or discards it, and guards it against leaving. Inside the form. */
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
