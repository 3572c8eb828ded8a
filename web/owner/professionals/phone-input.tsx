import { COUNTRIES } from '#domain/phone.ts'
import type { UseFormReturn } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { followNumber } from '../../ui/phone-field.tsx'
import type { Values } from './values.ts'

/** Country and national number, like PhoneField of web/ui, for a form that is watched. */
export function PhoneInput({ form: { register, formState } }: { form: UseFormReturn<Values> }) {
  return (
    <Field
      id="phone"
      label={
        <>
          Teléfono <small>(opcional)</small>
        </>
      }
      error={formState.errors.phone?.message}
    >
      {(described) => (
        <div className="phone" onInput={followNumber}>
          <select {...register('phone_country')} className="input" aria-label="País">
            {COUNTRIES.map(({ iso, code, name }) => (
              <option key={iso} value={iso}>
                {name} {code}
              </option>
            ))}
          </select>
          <input
            {...described}
            {...register('phone')}
            className="input num"
            type="tel"
            inputMode="tel"
            autoComplete="off"
            maxLength={30}
          />
        </div>
      )}
    </Field>
  )
}
