import { ANY } from '#domain/choice.ts'
import { clockTime, nowIn } from '#domain/dates.ts'
import { useEffect } from 'react'
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

const TICK_MS = 5_000

/** 'Ahora' or later; now goes on until a time is typed or the form is sent: sent again, it is the same request. */
export function WhenSwitch({ form, timezone }: { form: AppointmentForm; timezone: string }) {
  const { values, set } = form
  const isNow = values.now !== ''
  const isTicking = values.ticks !== ''
  // Who attends at this minute is known.
  const someone = values.professional_id === ANY ? { professional_id: '' } : {}
  useEffect(() => {
    if (!isTicking) return
    const tick = () => {
      const { date, minute } = nowIn(timezone, Date.now())
      set({ appointment_date: date, appointment_time: clockTime(minute) })
    }
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [isTicking, timezone, set])
  return (
    <div className="seg fwhen" role="group" aria-label="Cuándo">
      <button
        type="button"
        aria-pressed={isNow}
        onClick={() => !isNow && set({ now: 'yes', ticks: 'yes', walk_in: 'yes', anyway: '', ...someone })}
      >
        Ahora
      </button>
      <button
        type="button"
        aria-pressed={!isNow}
        onClick={() => isNow && set({ now: '', ticks: '', appointment_time: '', anyway: '' })}
      >
        Agendar
      </button>
    </div>
  )
}
