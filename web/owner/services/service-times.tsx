import { NOTICES, noticeText, SLOT_INTERVALS } from '#domain/limits.ts'
import { BUFFER_STEP } from '#domain/occupied.ts'
import type { UseFormReturn } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { Fold } from './fold.tsx'
import type { Values } from './values.ts'

const NAMES = [
  ...(['slot_interval_minutes', 'min_notice_minutes', 'buffer_before'] as const),
  ...(['buffer_after', 'gap_from', 'gap_minutes', 'return_weeks'] as const),
]
type Name = (typeof NAMES)[number]

/** What few services need: when they may begin, and what they take besides their duration. */
export function ServiceTimes({ form }: { form: UseFormReturn<Values> }) {
  const { formState, register, watch } = form
  const { defaultValues, errors } = formState
  const isSet = NAMES.some((name) => !['', '0'].includes(defaultValues?.[name] ?? ''))
  const isWrong = NAMES.some((name) => errors[name])
  const minutes = (name: Name, label: string, { step = BUFFER_STEP, min = 0 } = {}) => (
    <Field id={name} label={label} error={errors[name]?.message}>
      {(described) => (
        <input
          {...described}
          {...register(name)}
          className="input num"
          type="number"
          inputMode="numeric"
          min={min}
          step={step}
        />
      )}
    </Field>
  )
  const select = (name: Name, label: string, hint: string, options: [number, string][]) => {
    const stored = Number(watch(name))
    const isListed = watch(name) === '' || options.some(([value]) => value === stored)
    return (
      <Field id={name} label={label} hint={hint} error={formState.errors[name]?.message}>
        {(described) => (
          <select {...described} {...register(name)} className="input">
            <option value="">Como el negocio</option>
            {!isListed && <option value={stored}>{noticeText(stored)}</option>}
            {options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        )}
      </Field>
    )
  }
  return (
    <Fold title="Tiempos y anticipación" isSet={isSet} isWrong={isWrong}>
      <div className="form-two">
        {select(
          'slot_interval_minutes',
          'Horas que se ofrecen',
          'Cada cuánto puede empezar.',
          SLOT_INTERVALS.map((n) => [n, `Cada ${n} minutos`]),
        )}
        {select(
          'min_notice_minutes',
          'Anticipación mínima',
          'Solo para tus clientes.',
          NOTICES.map((n) => [n, noticeText(n)]),
        )}
      </div>
      <div className="form-two">
        {minutes('buffer_before', 'Preparación antes (min)')}
        {minutes('buffer_after', 'Limpieza después (min)')}
      </div>
      <p className="hint">
        Tus clientes solo ven la duración. Entre dos citas quedan la limpieza de la primera y la preparación
        de la segunda.
      </p>
      <div className="form-two">
        {minutes('gap_from', 'Proceso: desde el minuto')}
        {minutes('gap_minutes', 'Proceso: cuántos minutos')}
      </div>
      <p className="hint">Mientras el producto actúa, el profesional puede atender otra cita.</p>
      <div className="form-two">{minutes('return_weeks', 'Vuelve en (semanas)', { step: 1, min: 1 })}</div>
      <p className="hint">Quien no ha vuelto para entonces aparece en «Les toca volver», en tus mensajes.</p>
    </Fold>
  )
}
