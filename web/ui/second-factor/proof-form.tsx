import { secondFactorErrors } from '#domain/second-factor.ts'
import type { ReactNode } from 'react'
import { useSentForm } from '../form/use-sent-form.ts'
import { PasswordField } from '../password-field.tsx'
import { CodeField } from './code-field.tsx'

export interface Proof {
  currentPassword: string
  code: string
}

interface Props {
  email: string
  submitText: string
  sending: string
  failure: string
  takesRecovery?: boolean
  send: (proof: Proof) => Promise<void>
  onCancel: () => void
  children?: ReactNode
}

/** Password and code: who changes how they sign in. What is wrong is said at its field, and nothing is lost. */
export function ProofForm({
  email,
  submitText,
  sending,
  failure,
  takesRecovery,
  send,
  onCancel,
  children,
}: Props) {
  const { form, isSending, onSubmit, error } = useSentForm<Proof>({ rule: secondFactorErrors, failure, send })
  return (
    <form className="second-form" noValidate onSubmit={onSubmit}>
      {children}
      {/* The user name, for password managers. */}
      <input
        type="email"
        className="sr"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <CodeField
        error={error('code')}
        takesRecovery={takesRecovery ?? false}
        {...form.register('code', { value: '' })}
      />
      <PasswordField
        id="second-password"
        label="Tu contraseña"
        autoComplete="current-password"
        error={error('currentPassword')}
        {...form.register('currentPassword', { value: '' })}
      />
      <div className="row wrap">
        <button type="button" className="btn btn-2" onClick={onCancel}>
          Cancelar
        </button>
        <button
          type="submit"
          className="btn"
          aria-disabled={isSending}
          onClick={(event) => isSending && event.preventDefault()}
        >
          {isSending && <span className="spinner" />}
          {isSending ? sending : submitText}
        </button>
      </div>
    </form>
  )
}
