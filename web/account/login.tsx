import { loginErrors } from '#domain/account.ts'
import { useState } from 'react'
import { Link, type MetaFunction, useLocation } from 'react-router'
import { head } from '../head.ts'
import { ownZone } from '../own-zone.ts'
import { usePublicSite } from '../site.ts'
import { PasswordField } from '../ui/password-field.tsx'
import { withWork } from '../with-work.ts'
import { toast } from '../ui/toast.tsx'
import { api } from '../ui/api.ts'
import { answerByPasskey } from '../ui/passkeys/ceremony.ts'
import { PasskeyButton } from '../ui/passkeys/button.tsx'
import { CodeStep, needsCode, passkeyQuestion } from './code-step.tsx'
import { ChooseBusiness } from './choose-business.tsx'
import { EmailField } from './email-field.tsx'
import { asHuman } from './human.ts'
import { AccountScreen } from './screen.tsx'
import { choiceOf, enterOne, type Opened, opened } from './sign-in.ts'
import { memberOf } from './stored.ts'
import { Submit } from './submit.tsx'
import { useSentForm } from '../ui/form/use-sent-form.ts'
import { wantedBusiness } from './wanted.ts'

export const meta: MetaFunction = (args) =>
  head(args, {
    title: 'Iniciar Sesión',
    description: 'Entra a tu agenda de enpunto: tus citas de hoy, tus servicios y tus profesionales.',
  })

interface Values {
  email: string
  password: string
  remember: boolean
}

export default function Login() {
  const { verification } = usePublicSite()
  const { state } = useLocation()
  const [choosing, setChoosing] = useState<{ opened: Opened; remember: boolean }>()
  async function enter(opened: Opened, id: number, remember: boolean) {
    await enterOne(opened, id, remember)
    toast.success('¡Bienvenido de vuelta!')
  }
  /** What was right but for the code that is asked for. */
  const [asking, setAsking] = useState<{ values: Values; question: object | undefined }>()
  async function signIn(
    { email, password, remember }: Values,
    second: { code?: string; passkey?: object } = {},
  ) {
    const body = {
      email: email.trim(),
      password,
      remember,
      timezone: ownZone(),
      ...second,
    }
    const session = await asHuman(verification, 'login', (recaptcha_token) =>
      withWork((work) => opened('/api/auth/login', { ...body, recaptcha_token, ...work })),
    )
    await chooseOrEnter(session, remember)
  }
  async function chooseOrEnter(session: Opened, remember: boolean) {
    const businesses = choiceOf(session)
    const wanted = wantedBusiness(state, memberOf(session.business).user)
    const known = businesses.find(({ id }) => id === wanted)
    if (businesses.length > 0 && !known) setChoosing({ opened: session, remember })
    else await enter(session, known?.id ?? session.business.id, remember)
  }
  const [isBack, setBack] = useState(false)
  const { form, isSending, onSubmit, error } = useSentForm<Values>({
    rule: loginErrors,
    failure: 'Error al iniciar sesión',
    send: (values) =>
      signIn(values).catch((refusal: unknown) => {
        if (!needsCode(refusal)) throw refusal
        setAsking({ values, question: passkeyQuestion(refusal) })
      }),
  })

  /** Each question is good for one answer: a failure asks for the next one. */
  async function byPasskey(values: Values, question: object) {
    try {
      await signIn(values, { passkey: await answerByPasskey(question) })
    } catch (failure) {
      await signIn(values).catch((refusal: unknown) => {
        if (needsCode(refusal)) setAsking({ values, question: passkeyQuestion(refusal) })
      })
      throw failure
    }
  }
  async function withoutPassword() {
    const remember = form.getValues('remember')
    const { options } = await api.post('/api/auth/passkeys/options')
    const passkey = await answerByPasskey(options)
    const body = { passkey, remember, timezone: ownZone() }
    await chooseOrEnter(await opened('/api/auth/passkeys/enter', body), remember)
  }

  if (choosing)
    return (
      <ChooseBusiness
        businesses={choiceOf(choosing.opened)}
        onChoose={(id) => enter(choosing.opened, id, choosing.remember)}
      />
    )
  if (asking) {
    const { values, question } = asking
    return (
      <CodeStep
        send={(code) => signIn(values, { code })}
        onPasskey={question && (() => byPasskey(values, question))}
        onBack={() => {
          setAsking(undefined)
          setBack(true)
        }}
      />
    )
  }
  return (
    <AccountScreen title="Hola de nuevo" text="Entra para ver tu agenda de hoy." onlyOut hasNews={isBack}>
      <form method="post" noValidate onSubmit={onSubmit}>
        <EmailField error={error('email')} inputProps={form.register('email')} />
        <div className="label-row">
          <PasswordField
            id="password"
            label="Contraseña"
            error={error('password')}
            autoComplete="current-password"
            {...form.register('password')}
          />
          <Link className="link small" to="/forgot-password" prefetch="intent">
            ¿La olvidaste?
          </Link>
        </div>
        <label className="check">
          <input type="checkbox" {...form.register('remember')} />
          <span>Recordarme en este dispositivo</span>
        </label>
        <Submit isSending={isSending} sending="Iniciando sesión...">
          Iniciar Sesión
        </Submit>
      </form>
      <PasskeyButton text="Entrar con una llave de acceso" enter={withoutPassword} />
      <p className="small muted after">
        ¿Aún no tienes cuenta?{' '}
        <Link className="link" to="/register" prefetch="intent">
          Registrarse
        </Link>
      </p>
    </AccountScreen>
  )
}
