import { Field } from '../../../ui/field.tsx'
import type { AppointmentForm } from './use-appointment-form.ts'

interface Props {
  form: AppointmentForm
  /** What the service takes and costs, as long as nothing else is said. */
  usual: { duration_minutes?: number | undefined; price?: number | undefined } | undefined
}

/** A time off the grid, and minutes and price of this appointment alone. */
export function OwnFields({ form, usual }: Props) {
  const { register, error, values, set } = form
  return (
    <div className="fown">
      <Field
        id="own_time"
        label={values.now ? 'Empieza' : 'Otra hora'}
        // Beside the times that are offered it stands there.
        error={values.now ? error('appointment_time') : undefined}
      >
        {(described) => (
          <input
            {...described}
            name="own_time"
            className="input num"
            type="time"
            value={values.appointment_time}
            onChange={({ target }) => set({ appointment_time: target.value, anyway: '', ticks: '' })}
          />
        )}
      </Field>
      <Field id="duration_minutes" label="Minutos" error={error('duration_minutes')}>
        {(described) => (
          <input
            {...described}
            {...register('duration_minutes')}
            className="input num"
            inputMode="numeric"
            autoComplete="off"
            placeholder={String(usual?.duration_minutes ?? '')}
            maxLength={3}
          />
        )}
      </Field>
      <Field id="price" label="Precio" error={error('price')}>
        {(described) => (
          <input
            {...described}
            {...register('price')}
            className="input num"
            inputMode="decimal"
            autoComplete="off"
            placeholder={String(usual?.price ?? '')}
            maxLength={13}
          />
        )}
      </Field>
    </div>
  )
}
