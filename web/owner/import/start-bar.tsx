import { counted } from '#domain/numbers.ts'

interface Props {
  /** How many would be imported. */
  count: number
  /** What they are called: 'cliente'. */
  thing: string
  isBusy: boolean
  /** Whether the file is still being looked at. */
  isLooking: boolean
  /** Whether the file was not looked at as the screen says: it would be imported as was said before. */
  isUnsaid: boolean
  onStart: () => void
  onLeave: () => void
}

/** Stays at the foot of what is looked at before an import: nothing is stored until it is pressed. */
export function StartBar({ count, thing, isBusy, isLooking, isUnsaid, onStart, onLeave }: Props) {
  return (
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
          aria-disabled={count === 0 || isLooking || isUnsaid || isBusy}
          onClick={onStart}
        >
          {(isBusy || isLooking) && <span className="spinner" />}
          {count === 0 ? 'Importar' : `Importar ${counted(count, thing)}`}
        </button>
      </span>
    </div>
  )
}
