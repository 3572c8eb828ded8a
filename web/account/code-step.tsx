import { codeErrors } from '#domain/second-factor.ts'
import { ApiError } from '../ui/api.ts'
import { useSentForm } from '../ui/form/use-sent-form.ts'
import { CodeField } from '../ui/second-factor/code-field.tsx'
import { PasskeyButton } from '../ui/passkeys/button.tsx'
import { AccountScreen } from './screen.tsx'
import { Submit } from './submit.tsx'

/** Whether a refusal asks for the second step. */
export const needsCode = (error: unknown): boolean =>
  error instanceof ApiError && (error.body as { needs_code?: unknown } | undefined)?.needs_code === true

/** What passkeys are asked in such a refusal; undefined when the person has none. */
export const passkeyQuestion = (error: unknown): object | undefined =>
  error instanceof ApiError
    ? ((error.body as { passkey?: object } | undefined)?.passkey ?? undefined)
    : undefined

interface Props {
  send: (code: string) => Promise<void>
  /** Enters by a passkey in place of the code; undefined without one. */
  onPasskey: (() => Promise<void>) | undefined
  onBack: () => void
}

/** The second step of a log-in: the code of an app, or a recovery code. */
export function CodeStep({ send, onPasskey, onBack }: Props) {
  const { form, isSending, onSubmit, error } = useSentForm<{ code: string }>({
    rule: codeErrors,
    failure: 'Error al iniciar sesión',
    send: ({ code }) => send(code),
  })
  return (
    <AccountScreen
      title="Escribe tu código"
      text="Está en la app de verificación de tu celular."
      onlyOut
      hasNews
    >
      <form method="post" noValidate onSubmit={onSubmit}>
        <CodeField error={error('code')} takesRecovery {...form.register('code', { value: '' })} />
        <Submit isSending={isSending} sending="Entrando...">
          Entrar
        </Submit>
      </form>
      {onPasskey && <PasskeyButton text="Usar mi llave de acceso" enter={onPasskey} />}
      <p className="small after">
        <button type="button" className="link" onClick={onBack}>
          Volver
        </button>
      </p>
    </AccountScreen>
  )
}
