import { isSameEmail } from '#domain/account.ts'
import { tokenIn } from '#domain/link-token.ts'
import { acceptErrors, joinErrors, ROLE_LABELS, ROLE_SENTENCES } from '#domain/team.ts'
import { CODE_NEEDED, codeErrors } from '#domain/second-factor.ts'
import { useEffect, useState } from 'react'
import { Link, type MetaFunction, useNavigate, useSearchParams } from 'react-router'
import { head } from '../head.ts'
import { ownZone } from '../own-zone.ts'
import { api, isRefusal, messageOf } from '../ui/api.ts'
import { Field } from '../ui/field.tsx'
import { useSentForm } from '../ui/form/use-sent-form.ts'
import { answerByPasskey } from '../ui/passkeys/ceremony.ts'
import { PasskeyButton } from '../ui/passkeys/button.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { CodeField } from '../ui/second-factor/code-field.tsx'
import { toast } from '../ui/toast.tsx'
import { withWork } from '../with-work.ts'
import { needsCode, passkeyQuestion } from './code-step.tsx'
import { EmailField } from './email-field.tsx'
import { type Invitation, useInvitation } from './read-invitation.ts'
import { AccountScreen } from './screen.tsx'
import { enter, pageSession } from './session.ts'
import { endOnServer } from '../ui/sessions/ending.ts'
import { Submit } from './submit.tsx'

export const meta: MetaFunction = (args) =>
  head(args, {
    title: 'Invitación',
    description: 'Te invitaron al equipo de un negocio que lleva su agenda en enpunto.',
    indexed: false,
  })

/** Behind the link of the mail: who invites, as what, and the way in. */
export default function InvitationPage() {
  const token = tokenIn(useSearchParams()[0]) ?? ''
  const { invitation, failure, again } = useInvitation(token)
  const [isWaiting, setWaiting] = useState(false)

  if (failure !== undefined && !isRefusal(failure))
    return (
      <AccountScreen title="No pudimos leer la invitación" text={messageOf(failure)} hasNews>
        <button type="button" className="btn btn-lg btn-block" onClick={again}>
          Reintentar
        </button>
      </AccountScreen>
    )
  if (failure !== undefined)
    return (
      <AccountScreen title="Esta invitación no sirve" text={messageOf(failure)} hasNews>
        <Link className="btn btn-2 btn-lg btn-block" to="/login">
          Iniciar Sesión
        </Link>
      </AccountScreen>
    )
  if (!invitation)
    return (
      <AccountScreen title="Invitación">
        <p className="muted" role="status">
          Leyendo la invitación…
        </p>
      </AccountScreen>
    )
  const { business_name, invited_by, role } = invitation
  if (isWaiting)
    return (
      <AccountScreen
        title="Falta que confirmen"
        text={`Entras con otro correo, así que ${invited_by ?? business_name} confirma primero que eres tú. Te avisamos por correo cuando puedas entrar.`}
        hasNews
      >
        <Link className="btn btn-2 btn-lg btn-block" to="/login">
          Iniciar Sesión
        </Link>
      </AccountScreen>
    )
  return (
    <AccountScreen
      title={`Te invitaron a ${business_name}`}
      text={
        <>
          {invited_by ? `${invited_by} te invitó` : 'Te invitaron'} como{' '}
          <b>{ROLE_LABELS[role].toLowerCase()}</b>. {ROLE_SENTENCES[role]}
        </>
      }
      hasNews
    >
      <Ways token={token} invitation={invitation} onWaiting={() => setWaiting(true)} />
    </AccountScreen>
  )
}

interface WayProps {
  token: string
  invitation: Invitation
  onWaiting: () => void
}

/** Somebody new chooses a name and a password; who has an account signs in with it. */
function Ways({ token, invitation, onWaiting }: WayProps) {
  const [hasAccount, setHasAccount] = useState(invitation.has_account)
  return (
    <>
      {hasAccount ? (
        <SignIn token={token} invitation={invitation} onWaiting={onWaiting} />
      ) : (
        <Join token={token} invitation={invitation} onWaiting={onWaiting} />
      )}
      {!invitation.has_account && (
        <p className="small muted after">
          {hasAccount ? '¿No tienes cuenta? ' : '¿Ya entras a enpunto con otro correo? '}
          <button type="button" className="link" onClick={() => setHasAccount(!hasAccount)}>
            {hasAccount ? `Crear una con ${invitation.email}` : 'Entrar con él'}
          </button>
        </p>
      )}
    </>
  )
}

interface Accepting {
  name?: string
  email?: string
  password: string
  code?: string
  passkey?: object
}

function useAccept({ token, onWaiting }: Pick<WayProps, 'token' | 'onWaiting'>) {
  const navigate = useNavigate()
  return (body: Accepting, remember: boolean) =>
    withWork(async (work) => {
      const sent = { token, remember, ...body, timezone: ownZone(), ...work }
      const {
        is_waiting,
        token: session,
        business,
        access,
      } = await api.post('/api/auth/invitation/accept', {
        body: sent,
      })
      if (is_waiting || !session || !business) return onWaiting()
      // A session that was open here gives way, as at a change of business.
      const former = pageSession()
      if (former) endOnServer('/api/auth/logout', former.token)
      enter(session, { ...business, access }, remember)
      toast.success(`Ya eres del equipo de ${business.business_name}`)
      void navigate('/dashboard', { replace: true })
    })
}

function Join({ token, invitation, onWaiting }: WayProps) {
  const accept = useAccept({ token, onWaiting })
  const { form, isSending, onSubmit, error } = useSentForm<{
    name: string
    password: string
    remember: boolean
  }>({
    rule: joinErrors,
    failure: 'Error al aceptar la invitación',
    send: ({ remember, ...values }) => accept(values, remember),
  })
  return (
    <form method="post" noValidate onSubmit={onSubmit}>
      {/* For password managers. */}
      <input
        type="email"
        className="sr"
        autoComplete="username"
        value={invitation.email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <Field id="name" label="Tu nombre" error={error('name')}>
        {(described) => (
          <input
            {...described}
            className="input"
            autoComplete="name"
            maxLength={120}
            {...form.register('name')}
          />
        )}
      </Field>
      <PasswordField
        id="password"
        label="Crea tu contraseña"
        hint={`Entras con ${invitation.email}. De seis caracteres o más.`}
        autoComplete="new-password"
        error={error('password')}
        {...form.register('password')}
      />
      <Remember {...form.register('remember')} />
      <Submit isSending={isSending} sending="Entrando...">
        Aceptar y entrar
      </Submit>
    </form>
  )
}

interface SignInValues {
  email: string
  password: string
  remember: boolean
  code?: string
}

function SignIn({ token, invitation, onWaiting }: WayProps) {
  const accept = useAccept({ token, onWaiting })
  const [hasCode, setHasCode] = useState(false)
  const [question, setQuestion] = useState<object>()
  const send = (
    { remember, email, password }: SignInValues,
    second: Pick<Accepting, 'code' | 'passkey'> = {},
  ) =>
    accept(
      { password, ...(!isSameEmail(email, invitation.email) && { email: email.trim() }), ...second },
      remember,
    )
  const { form, isSending, onSubmit, error } = useSentForm<SignInValues>({
    rule: (values) => ({ ...acceptErrors(values), ...(hasCode && codeErrors(values)) }),
    failure: 'Error al aceptar la invitación',
    send: (values) =>
      send(values, hasCode && values.code !== undefined ? { code: values.code } : {}).catch(
        (refusal: unknown) => {
          if (!needsCode(refusal) || hasCode) throw refusal
          setHasCode(true)
          setQuestion(passkeyQuestion(refusal))
          toast(CODE_NEEDED)
        },
      ),
  })
  /** Each question is good for one answer: a failure asks for the next one. */
  async function byPasskey(asked: object) {
    const values = form.getValues()
    try {
      await send(values, { passkey: await answerByPasskey(asked) })
    } catch (failure) {
      await send(values).catch((refusal: unknown) => setQuestion(passkeyQuestion(refusal)))
      throw failure
    }
  }
  useEffect(() => {
    if (hasCode) form.setFocus('code')
  }, [hasCode, form])
  /** The second step was another account's. */
  function askAnew() {
    setHasCode(false)
    setQuestion(undefined)
    form.setValue('code', '')
  }
  return (
    <form method="post" noValidate onSubmit={onSubmit}>
      <EmailField
        error={error('email')}
        inputProps={form.register('email', {
          value: invitation.has_account ? invitation.email : '',
          onChange: askAnew,
        })}
      />
      <PasswordField
        id="password"
        label="Tu contraseña"
        autoComplete="current-password"
        error={error('password')}
        {...form.register('password')}
      />
      {hasCode && <CodeField error={error('code')} takesRecovery {...form.register('code', { value: '' })} />}
      <Remember {...form.register('remember')} />
      <Submit isSending={isSending} sending="Entrando...">
        Aceptar y entrar
      </Submit>
      {question && <PasskeyButton text="Usar mi llave de acceso" enter={() => byPasskey(question)} />}
    </form>
  )
}

const Remember = (props: React.ComponentProps<'input'>) => (
  <label className="check">
    <input type="checkbox" {...props} />
    <span>Recordarme en este dispositivo</span>
  </label>
)
