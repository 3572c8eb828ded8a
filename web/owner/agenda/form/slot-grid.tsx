import { amPm } from '#domain/dates.ts'
import { freeTimesText, slotGroups } from '#domain/slots.ts'
import { FieldError } from '../../../ui/field.tsx'
import { useFocusNext } from '../../parts/use-focus-return.ts'
import { whyText } from './explain-dialog.tsx'

interface Props {
  times: string[] | undefined
  isLoading: boolean
  /** Why no times are shown yet. */
  hint: string
  value: string
  error: string | undefined
  onChange: (time: string) => void
  /** Goes to the next date with free times. */
  onNext: () => void
  /** Says why there are no more. */
  onExplain?: (() => void) | undefined
  /** Asks again for those that could not be loaded. */
  onRetry?: (() => void) | undefined
}

/** The free times, four in a row. */
export function SlotGrid({ times, isLoading, hint, value, error, onChange, ...on }: Props) {
  const { onNext, onExplain, onRetry } = on
  const focusNext = useFocusNext()
  return (
    <fieldset
      className="fslots"
      aria-busy={isLoading}
      aria-describedby={error ? 'appointment_time-error' : undefined}
    >
      <legend className="label">Hora</legend>
      <p className="sr" role="status">
        {isLoading
          ? 'Cargando horarios…'
          : onRetry
            ? 'No pudimos cargar los horarios'
            : times && freeTimesText(times)}
      </p>
      {isLoading && (
        <div className="fslot-row" aria-hidden="true">
          {Array.from({ length: 8 }, (_, i) => (
            <span key={i} className="fslot skeleton" />
          ))}
        </div>
      )}
      {!isLoading && !times && <p className="hint">{hint}</p>}
      {(times?.length === 0 || onRetry) && (
        <div className="fslot-none">
          {times?.length === 0 && <p>No hay horarios disponibles</p>}
          {onRetry ? (
            <button
              type="button"
              className="btn btn-2 btn-sm"
              aria-disabled={isLoading}
              onClick={({ currentTarget }) => {
                if (isLoading) return
                focusNext('.fslots :is(input, button)', currentTarget)
                onRetry()
              }}
            >
              Reintentar
            </button>
          ) : (
            <button type="button" className="btn btn-2 btn-sm" onClick={onNext}>
              Ir al próximo día con horarios
            </button>
          )}
        </div>
      )}
      {slotGroups(times ?? []).map(({ label, times }) => (
        <div key={label} className="fslot-group">
          <h3>{label}</h3>
          <div className="fslot-row">
            {times.map((time) => (
              <label key={time} className="fslot num">
                <input
                  className="sr"
                  type="radio"
                  name="appointment_time"
                  value={time}
                  checked={value === time}
                  onChange={() => onChange(time)}
                />
                {amPm(time)}
              </label>
            ))}
          </div>
        </div>
      ))}
      {times && onExplain && !onRetry && (
        <button type="button" className="link fslot-why" onClick={onExplain}>
          {whyText(times)}
        </button>
      )}
      <FieldError id="appointment_time" error={error} />
    </fieldset>
  )
}
