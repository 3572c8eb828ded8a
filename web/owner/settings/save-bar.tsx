import { useEffect, useRef } from 'react'
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
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const title = isDirty && bar.current?.closest('form')?.querySelector('h2')
    if (!title) return
    return () => {
      // What had the focus is gone with the bar.
      if (document.activeElement !== document.body) return
      title.tabIndex = -1
      title.focus({ preventScroll: true })
    }
  }, [isDirty])
  return (
    <>
      <LeaveGuard when={isDirty} />
      {isDirty && (
        <div ref={bar} className="save-fix" role="region" aria-label="Cambios sin guardar">
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
