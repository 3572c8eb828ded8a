import { NOTICES, noticeText, SLOT_INTERVALS } from '#domain/limits.ts'
import type { UseFormReturn } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import './service-times.css'
import type { Values } from './values.ts'

type Name = 'slot_interval_minutes' | 'min_notice_minutes'

/** What few services need: when they may begin. Open when something of it is set. */
export function ServiceTimes({ form }: { form: UseFormReturn<Values> }) {
  const { formState, register, watch } = form
  const names = ['slot_interval_minutes', 'min_notice_minutes'] as const
  const isSet = names.some((name) => (formState.defaultValues?.[name] ?? '') !== '')
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
    <details className="service-times" open={isSet}>
      <summary>Tiempos y anticipación</summary>
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
    </details>
  )
}
