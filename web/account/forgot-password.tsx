import { forgotErrors } from '#domain/account.ts'
import { useState } from 'react'
import { Link, type MetaFunction } from 'react-router'
import { head } from '../head.ts'
import { api } from '../ui/api.ts'
import { Icon } from '../ui/icon.tsx'
import { info } from '../ui/icons-panel.ts'
import { toast } from '../ui/toast.tsx'
import { EmailField } from './email-field.tsx'
import { withWork } from '../with-work.ts'
import { AccountScreen } from './screen.tsx'
import { Submit } from './submit.tsx'
import { useSentForm } from '../ui/form/use-sent-form.ts'

export const meta: MetaFunction = (args) =>
  head(args, {
    title: 'Recuperar contraseña',
    description: 'Pide un enlace para crear una contraseña nueva de tu cuenta de enpunto.',
    indexed: false,
  })

export default function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string>()
  const { form, isSending, onSubmit, error } = useSentForm<{ email: string }>({
    rule: forgotErrors,
    failure: 'Error al enviar email',
    async send({ email }) {
      await withWork((work) =>
        api.post('/api/auth/forgot-password', { body: { email: email.trim(), ...work } }),
      )
      toast.success('Email enviado exitosamente')
      setSentTo(email.trim())
    },
  })

  if (sentTo)
    return (
      <AccountScreen
        title="Revisa tu correo"
        text={
          <>
            Si <b>{sentTo}</b> tiene una cuenta, ahí está el enlace para crear una contraseña nueva. Sirve una
            vez, durante una hora.
          </>
        }
        hasNews
      >
        <p className="banner banner-info">
          <Icon d={info} />
          ¿No llega? Espera unos minutos y mira en la carpeta de correo no deseado (spam).
        </p>
        <Link className="btn btn-2 btn-lg btn-block" to="/login">
          Volver a Iniciar Sesión
        </Link>
      </AccountScreen>
    )

  return (
    <AccountScreen
      title="¿Olvidaste tu contraseña?"
      text="Escribe el correo de tu cuenta y te enviamos un enlace para crear una nueva."
      onlyOut
    >
      <form method="post" noValidate onSubmit={onSubmit}>
        <EmailField error={error('email')} inputProps={form.register('email')} />
        <Submit isSending={isSending} sending="Enviando...">
          Enviar enlace
        </Submit>
      </form>
      <p className="small muted after">
        <Link className="link" to="/login" prefetch="intent">
          Volver a Iniciar Sesión
        </Link>
      </p>
    </AccountScreen>
  )
}
