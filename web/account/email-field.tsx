import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../ui/field.tsx'

interface Props {
  error: string | undefined
  inputProps: UseFormRegisterReturn<'email'>
}

/** The account's e-mail, which is also the user name for password managers. */
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
