import type { InputHTMLAttributes, ReactNode } from 'react'
import { type FieldValues, type Path, useWatch } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { lengthOf } from './profile.ts'
import type { useSection } from './use-section.ts'

interface Props<V extends FieldValues> {
  section: Pick<ReturnType<typeof useSection<V>>, 'form' | 'error'>
  name: Path<V>
  label: ReactNode
  hint?: ReactNode
}

type Attributes = Omit<InputHTMLAttributes<HTMLInputElement>, 'name'>

export function TextInput<V extends FieldValues>({
  section,
  name,
  label,
  hint,
  className = '',
  ...attributes
}: Props<V> & Attributes) {
  return (
    <Field id={name} label={label} error={section.error(name)} hint={hint}>
      {(described) => (
        <input
          {...described}
          className={`input ${className}`.trim()}
          {...attributes}
          {...section.form.register(name)}
        />
      )}
    </Field>
  )
}

/** A text with a character counter. `lines`: 1 is an input, more a text area. */
export function CountedInput<V extends FieldValues>({
  section,
  name,
  label,
  hint,
  max,
  lines,
  placeholder,
}: Props<V> & { max: number; lines: number; placeholder?: string }) {
  const count = lengthOf(String(useWatch({ control: section.form.control, name }) ?? ''))
  const counter = (
    <span className={count > max ? 'set-count over num' : 'set-count num'}>
      {count} de {max} caracteres
    </span>
  )
  const attributes = { className: 'input', placeholder, ...section.form.register(name) }
  return (
    <Field
      id={name}
      label={label}
      error={section.error(name)}
      hint={
        <>
          {hint} {counter}
        </>
      }
    >
      {(described) =>
        lines === 1 ? (
          <input {...described} {...attributes} autoComplete="off" />
        ) : (
          <textarea {...described} {...attributes} rows={lines} />
        )
      }
    </Field>
  )
}

export function SelectInput<V extends FieldValues>({
  section,
  name,
  label,
  hint,
  options,
}: Props<V> & { options: readonly { value: string; label: string }[] }) {
  return (
    <Field id={name} label={label} error={section.error(name)} hint={hint}>
      {(described) => (
        <select {...described} className="input" {...section.form.register(name)}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function CheckInput<V extends FieldValues>({ section, name, label, hint }: Props<V>) {
  return (
    <label className="check">
      <input type="checkbox" {...section.form.register(name)} />
      <span>
        {label}
        <small className="hint">{hint}</small>
      </span>
    </label>
  )
}

/** Country and national number, in `phone_country` and `phone`. */
export function PhoneInput<V extends FieldValues & { phone_country: string; phone: string }>({
  section,
}: Pick<Props<V>, 'section'>) {
  const [country, phone] = ['phone_country', 'phone'] as Path<V>[] as [Path<V>, Path<V>]
  const { register, formState } = section.form
  return (
    <PhoneField
      name="phone"
      label="Teléfono"
      country={String(formState.defaultValues?.['phone_country'])}
      error={section.error(phone)}
      countryProps={{ 'aria-label': 'País del teléfono', ...register(country, { deps: [phone] }) }}
      numberProps={register(phone)}
    />
  )
}
