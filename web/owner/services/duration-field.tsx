import { DURATION_MAX, DURATION_MIN, DURATION_STEP, durationOf } from '#domain/service.ts'
import type { UseFormReturn } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { minus, plus } from '../../ui/image/image-icons.ts'
import type { Values } from './values.ts'

/** The duration in minutes, in steps of a quarter of an hour. */
export function DurationField({ form }: { form: UseFormReturn<Values> }) {
  const error = form.formState.errors.duration_minutes?.message

  function move(direction: 1 | -1) {
    const minutes = durationOf(form.getValues('duration_minutes')) ?? 0
    const steps = minutes / DURATION_STEP
    const next = (direction > 0 ? Math.floor(steps + 1) : Math.ceil(steps - 1)) * DURATION_STEP
    const value = String(Math.min(DURATION_MAX, Math.max(DURATION_MIN, next)))
    form.setValue('duration_minutes', value, { shouldDirty: true, shouldValidate: Boolean(error) })
  }

  return (
    <Field id="duration_minutes" label="Duración (minutos)" error={error}>
      {(described) => (
        <div className="stepper">
          <button type="button" aria-label="15 minutos menos" onClick={() => move(-1)}>
            <Icon d={minus} />
          </button>
          <input
            {...described}
            {...form.register('duration_minutes')}
            className="input num"
            type="number"
            inputMode="numeric"
            min={DURATION_MIN}
            max={DURATION_MAX}
            step={DURATION_STEP}
          />
          <button type="button" aria-label="15 minutos más" onClick={() => move(1)}>
            <Icon d={plus} />
          </button>
        </div>
      )}
    </Field>
  )
}
