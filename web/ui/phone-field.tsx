import { COUNTRIES } from '#domain/phone.ts'
import { Field } from './field.tsx'

interface Props {
  name: string
  label: string
  country: string
  number: string
  error?: string | undefined
}

/** Country and national number: `{name}_country` and `{name}` in the form. */
export function PhoneField({ name, label, country, number, error }: Props) {
  return (
    <Field id={name} label={label} error={error}>
      {(described) => (
        <div className="phone">
          <select className="input" name={`${name}_country`} aria-label="País" defaultValue={country}>
            {COUNTRIES.map(({ iso, code }) => (
              <option key={iso} value={iso}>
                {iso} {code}
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
          />
        </div>
      )}
    </Field>
  )
}
