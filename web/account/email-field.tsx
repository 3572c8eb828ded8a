import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../ui/field.tsx'

interface Props {
  error: string | undefined
  inputProps: UseFormRegisterReturn<'email'>
}

/** The e-mail of an account, which is also its name for the browser's keeper of passwords. */
export const EmailField = ({ error, inputProps }: Props) => (
  <Field id="email" label="Correo electrónico" error={error}>
    {(described) => (
      <input
        {...described}
        className="input"
        type="email"
        inputMode="email"
        autoComplete="username"
        maxLength={254}
        placeholder="tu@negocio.co"
        {...inputProps}
      />
    )}
  </Field>
)
