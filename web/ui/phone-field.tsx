import { namedCountry } from '#domain/named-country.ts'
import { COUNTRIES } from '#domain/phone.ts'
import type { ComponentProps, FormEvent, ReactNode } from 'react'
import { Field } from './field.tsx'

interface Props {
  name: string
  label: ReactNode
  country: string
  number?: string
  error?: string | undefined
  /** Further attributes of either control, for forms that keep their own values. */
  countryProps?: ComponentProps<'select'>
  numberProps?: ComponentProps<'input'>
}

/** A country and a national number: `{name}_country` and `{name}` in the form. */
export function PhoneField({ name, label, country, number, error, countryProps, numberProps }: Props) {
  return (
    <Field id={name} label={label} error={error}>
      {(described) => (
        <div className="phone" onInput={followNumber}>
          <select
            className="input"
            name={`${name}_country`}
            aria-label="País"
            defaultValue={country}
            {...countryProps}
          >
            {COUNTRIES.map(({ iso, code, name }) => (
              <option key={iso} value={iso}>
                {name} {code}
              </option>
            ))}
          </select>
          <input
            {...described}
            className="input num"
            name={name}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            maxLength={30}
            defaultValue={number}
            {...numberProps}
          />
        </div>
      )}
    </Field>
  )
}

/** Whoever pastes a number with another country's code has chosen that country. */
export function followNumber({ currentTarget }: FormEvent<HTMLDivElement>) {
  const [country, number] = [currentTarget.querySelector('select')!, currentTarget.querySelector('input')!]
  const named = namedCountry(country.value, number.value)
  if (named === country.value) return
  country.value = named
  // Forms that keep their own values learn of it as of a choice.
  country.dispatchEvent(new Event('change', { bubbles: true }))
}
