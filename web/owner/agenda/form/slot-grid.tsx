import { amPm } from '#domain/dates.ts'
import { freeTimesText, slotGroups } from '#domain/slots.ts'
import { FieldError } from '../../../ui/field.tsx'
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
}

/** The free times, four in a row. */
export function SlotGrid({ times, isLoading, hint, value, error, onChange, onNext, onExplain }: Props) {
  return (
    <fieldset
      className="fslots"
      aria-busy={isLoading}
      aria-describedby={error ? 'appointment_time-error' : undefined}
    >
      <legend className="label">Hora</legend>
      <p className="sr" role="status">
        {isLoading ? 'Cargando horarios…' : times && freeTimesText(times)}
      </p>
      {isLoading && (
        <div className="fslot-row" aria-hidden="true">
          {Array.from({ length: 8 }, (_, i) => (
            <span key={i} className="fslot skeleton" />
          ))}
        </div>
      )}
      {!isLoading && !times && <p className="hint">{hint}</p>}
      {times?.length === 0 && (
        <div className="fslot-none">
          <p>No hay horarios disponibles</p>
          <button type="button" className="btn btn-2 btn-sm" onClick={onNext}>
            Ir al próximo día con horarios
          </button>
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
      {times && onExplain && (
        <button type="button" className="link fslot-why" onClick={onExplain}>
          {whyText(times)}
        </button>
      )}
      <FieldError id="appointment_time" error={error} />
    </fieldset>
  )
}
