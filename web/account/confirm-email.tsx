import { tokenIn } from '#domain/link-token.ts'
import { useState } from 'react'
import { Link, type MetaFunction, useSearchParams } from 'react-router'
import { head } from '../head.ts'
import { api } from '../ui/api.ts'
import { useSentForm } from '../ui/form/use-sent-form.ts'
import { Icon } from '../ui/icon.tsx'
import { info } from '../ui/icons-panel.ts'
import { AccountScreen } from './screen.tsx'
import { update, useSession } from './session.ts'
import { Submit } from './submit.tsx'

export const meta: MetaFunction = (args) =>
  head(args, {
    title: 'Confirma tu correo',
    description: 'Confirma el correo de tu negocio en enpunto.',
    indexed: false,
  })

/** Behind the link of the mail. It asks first, because programs that look for viruses open links too. */
export default function ConfirmEmail() {
  const token = tokenIn(useSearchParams()[0]) ?? ''
  const { status, business } = useSession()
  const [isDone, setDone] = useState(false)
  const { form, isSending, onSubmit, error } = useSentForm<{ token: string }>({
    rule: () => ({}),
    failure: 'Error al confirmar el correo',
    async send() {
      await api.post('/api/auth/confirm-email', { body: { token } })
      if (token.startsWith(`${business?.id}.`)) update({ is_email_confirmed: true })
      setDone(true)
    },
  })
  form.register('token')
  const exit =
    status === 'in' ? { to: '/dashboard', text: 'Ir a mi panel' } : { to: '/login', text: 'Iniciar Sesión' }

  if (isDone)
    return (
      <AccountScreen
        title="Tu correo quedó confirmado"
        text="Tus clientes y tú reciben los correos de cada cita sin demora."
        hasNews
      >
        <Link className="btn btn-lg btn-block" to={exit.to} replace>
          {exit.text}
        </Link>
      </AccountScreen>
    )
  return (
    <AccountScreen
      title="Confirma tu correo"
      text="Con un toque sabemos que este correo es el de tu negocio."
    >
      {error('token') && (
        <p className="banner banner-warn" role="alert">
          <Icon d={info} />
          {error('token')}
        </p>
      )}
      <form method="post" noValidate onSubmit={onSubmit}>
        <Submit isSending={isSending} sending="Confirmando...">
          Confirmar mi correo
        </Submit>
      </form>
      <p className="small muted after">
        <Link className="link" to={exit.to}>
          {exit.text}
        </Link>
      </p>
    </AccountScreen>
  )
}
