import { isSameEmail } from '#domain/account.ts'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextInput } from '../inputs.tsx'
import type { useSection } from '../use-section.ts'
import type { BusinessValues } from './business-form.ts'

interface Props {
  section: Pick<ReturnType<typeof useSection<BusinessValues>>, 'form' | 'error'>
  /** The present e-mail. */
  email: string
  /** Whether the reader signs in by it. */
  isLogin: boolean
}

/** The e-mail, with the password that another log-in needs: whoever has it gets the account. */
export function EmailInputs({ section, email, isLogin }: Props) {
  const { control, register, setValue } = section.form
  const isOther = !isSameEmail(useWatch({ control, name: 'email' }), email) && isLogin
  useEffect(() => {
    if (!isOther) setValue('currentPassword', '', { shouldDirty: true })
  }, [isOther, setValue])
  return (
    <>
      <TextInput
        section={section}
        name="email"
        label="Correo electrónico"
        hint={isLogin ? 'También es tu usuario para entrar.' : 'A este correo llegan los avisos del negocio.'}
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      {isOther && (
        <PasswordField
          id="currentPassword"
          label="Contraseña actual"
          hint="Con el correo nuevo entrarás desde ahora."
          autoComplete="current-password"
          error={section.error('currentPassword')}
          {...register('currentPassword')}
        />
      )}
    </>
  )
}
