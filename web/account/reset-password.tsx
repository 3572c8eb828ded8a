import { resetErrors } from '#domain/account.ts'
import { tokenIn } from '#domain/link-token.ts'
import { useEffect, useState } from 'react'
import { Link, type MetaFunction, useNavigate, useSearchParams } from 'react-router'
import { head } from '../head.ts'
import { api } from '../ui/api.ts'
import { PasswordField } from '../ui/password-field.tsx'
import { toast } from '../ui/toast.tsx'
import { AccountScreen } from './screen.tsx'
import { endIfOver, useSession } from './session.ts'
import { Submit } from './submit.tsx'
import { useSentForm } from '../ui/form/use-sent-form.ts'

export const meta: MetaFunction = (args) =>
  head(args, {
    title: 'Crear contraseña nueva',
    description: 'Crea una contraseña nueva para tu cuenta de enpunto.',
    indexed: false,
  })

const REDIRECT_MS = 3000

export default function ResetPassword() {
  const [params, setParams] = useSearchParams()
  const token = tokenIn(params)
  const notMe = tokenIn(params, 'no-fui-yo')
  const navigate = useNavigate()
  const [isDone, setDone] = useState(false)
  const { business } = useSession()
  useEffect(() => {
    if (token || notMe) return
    toast.error('Token inválido')
    void navigate('/login', { replace: true })
  }, [token, notMe, navigate])
  useEffect(() => {
    if (!isDone || business) return
    const timer = setTimeout(() => navigate('/login', { replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [isDone, business, navigate])

  if (notMe && !token)
    return <NotMe token={notMe} onClosed={(token) => setParams({ token }, { replace: true })} />
  if (!token) return null
  if (!isDone) return <Form token={token} onDone={() => setDone(true)} />
  if (business)
    return (
      <AccountScreen
        title="Tu contraseña cambió"
        text={`En este navegador sigue abierta la sesión de ${business.business_name}. Ciérrala si quieres iniciar sesión con la contraseña nueva.`}
        hasNews
      >
        <Link className="btn btn-2 btn-lg btn-block" to="/dashboard" replace>
          Ir a {business.business_name}
        </Link>
      </AccountScreen>
    )
  return (
    <AccountScreen
      title="Tu contraseña cambió"
      text="En unos segundos te llevamos a iniciar sesión con la nueva."
      hasNews
    >
      <Link className="btn btn-2 btn-lg btn-block" to="/login" replace>
        Iniciar Sesión
      </Link>
    </AccountScreen>
  )
}

/** The way from the mail about a new device. A link alone changes nothing: programs open what mails hold. */
function NotMe({ token, onClosed }: { token: string; onClosed: (token: string) => void }) {
  const { isSending, onSubmit } = useSentForm<Record<string, never>>({
    rule: () => ({}),
    failure: 'Error al cerrar las sesiones',
    async send() {
      const answer = await api.post('/api/auth/not-me', { body: { token } })
      await endIfOver()
      toast.success('Todas las sesiones se cerraron')
      onClosed(answer.token)
    },
  })
  return (
    <AccountScreen
      title="¿No fuiste tú?"
      text="Cerramos todas las sesiones de tu cuenta, y tu contraseña deja de servir. Después eliges otra."
    >
      <form method="post" noValidate onSubmit={onSubmit}>
        <Submit isSending={isSending} sending="Cerrando...">
          Cerrar todas las sesiones
        </Submit>
      </form>
      <p className="small muted after">
        ¿El enlace ya venció?{' '}
        <Link className="link" to="/forgot-password">
          Elegir otra contraseña
        </Link>
      </p>
    </AccountScreen>
  )
}

function Form({ token, onDone }: { token: string; onDone: () => void }) {
  const { form, isSending, onSubmit, error } = useSentForm<{ password: string; confirmPassword: string }>({
    rule: resetErrors,
    failure: 'Error al restablecer contraseña',
    async send(values) {
      await api.post('/api/auth/reset-password', { body: { token, ...values } })
      // A changed password has ended every session of its person, this browser's too if it was theirs.
      await endIfOver()
      toast.success('Contraseña restablecida exitosamente')
      onDone()
    },
  })
  return (
    <AccountScreen title="Crea una contraseña nueva" text="De seis caracteres o más.">
      <form method="post" noValidate onSubmit={onSubmit}>
        <PasswordField
          id="password"
          label="Contraseña nueva"
          error={error('password')}
          autoComplete="new-password"
          {...form.register('password')}
        />
        <PasswordField
          id="confirmPassword"
          label="Confirmar contraseña"
          error={error('confirmPassword')}
          autoComplete="new-password"
          {...form.register('confirmPassword')}
        />
        <Submit isSending={isSending} sending="Restableciendo...">
          Restablecer contraseña
        </Submit>
      </form>
    </AccountScreen>
  )
}
