import type { UseFormReturn } from 'react-hook-form'
import { Field } from '../../../ui/field.tsx'
import type { Mode, Values } from './values.ts'

interface Props {
  form: UseFormReturn<Values>
  error: (name: keyof Values) => string | undefined
  mode: Mode
}

/** From when until when. */
export function WhenFields({ form, error, mode }: Props) {
  const input = (name: 'first_date' | 'last_date' | 'from_time' | 'to_time', label: string) => (
    <Field id={`block-${name}`} label={label} error={error(name)}>
      {(described) => (
        <input
          {...described}
          {...form.register(name)}
          className="input num"
          type={name.endsWith('date') ? 'date' : 'time'}
        />
      )}
    </Field>
  )
  if (mode === 'day') return input('first_date', 'Día')
  return mode === 'hours' ? (
    <div className="block-three">
      {input('first_date', 'Día')}
      {input('from_time', 'Desde')}
      {input('to_time', 'Hasta')}
    </div>
  ) : (
    <div className="two">
      {input('first_date', 'Primer día')}
      {input('last_date', 'Último día')}
    </div>
  )
}

const WEEKS = Array.from({ length: 8 }, (_, i) => (i === 0 ? 'Cada semana' : `Cada ${i + 1} semanas`))

/** Whether it comes again, and until when. */
export function RepeatFields({ form, error }: Omit<Props, 'mode'>) {
  const isRepeated = form.watch('repeat_weeks') !== ''
  return (
    <div className="two">
      <Field id="block-repeat_weeks" label="Se repite" error={error('repeat_weeks')}>
        {(described) => (
          <select {...described} {...form.register('repeat_weeks')} className="input">
            <option value="">No</option>
            {WEEKS.map((text, i) => (
              <option key={text} value={i + 1}>
                {text}
              </option>
            ))}
          </select>
        )}
      </Field>
      {isRepeated && (
        <Field id="block-repeat_until" label="Hasta el" error={error('repeat_until')}>
          {(described) => (
            <input {...described} {...form.register('repeat_until')} className="input num" type="date" />
          )}
        </Field>
      )}
    </div>
  )
}
