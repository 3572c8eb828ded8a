import { shownEnd, typedEnd } from '#domain/end-time.ts'
import { type Interval, MAX_INTERVALS } from '#domain/special-day-rules.ts'
import { useRef } from 'react'
import { FieldError } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { close } from '../../../ui/icons.ts'
import { useFocusNext } from '../../parts/use-focus-return.ts'

interface Props {
  value: readonly Interval[]
  error: string | undefined
  onChange: (value: Interval[]) => void
}

/** The hours of a date, in up to four stretches. */
export function IntervalsField({ value, error, onChange }: Props) {
  const box = useRef<HTMLFieldSetElement>(null)
  const focusNext = useFocusNext(box)
  const set = (at: number, part: Partial<Interval>) =>
    onChange(value.map((one, i) => (i === at ? { ...one, ...part } : one)))
  const described = error ? { 'aria-invalid': true, 'aria-describedby': 'intervals-error' } : {}
  return (
    <fieldset className="field sd-hours" ref={box}>
      <legend className="label">Horas</legend>
      {value.map(({ start_time, end_time }, i) => (
        <div
          key={i}
          className="sd-range"
          data-at={i}
          role="group"
          aria-label={`Franja ${i + 1}`}
          tabIndex={-1}
        >
          <input
            type="time"
            className="input num"
            aria-label={`Desde, franja ${i + 1}`}
            {...described}
            value={start_time}
            onChange={({ target }) => set(i, { start_time: target.value })}
          />
          <span aria-hidden="true">–</span>
          <input
            type="time"
            className="input num"
            aria-label={`Hasta, franja ${i + 1}`}
            {...described}
            value={shownEnd(end_time)}
            onChange={({ target }) => set(i, { end_time: typedEnd(target.value) })}
          />
          {value.length > 1 && (
            <button
              type="button"
              className="x"
              aria-label={`Quitar la franja ${i + 1}`}
              onClick={() => {
                focusNext(`[data-at="${Math.min(i, value.length - 2)}"]`)
                onChange(value.filter((_, at) => at !== i))
              }}
            >
              <Icon d={close} className="icon-sm" />
            </button>
          )}
        </div>
      ))}
      <FieldError id="intervals" error={error} />
      {value.length < MAX_INTERVALS && (
        <button
          type="button"
          className="link sd-add"
          onClick={() =>
            onChange([
              ...value,
              { start_time: shownEnd(value.at(-1)?.end_time ?? '09:00'), end_time: '18:00' },
            ])
          }
        >
          + Agregar otra franja
        </button>
      )}
    </fieldset>
  )
}
