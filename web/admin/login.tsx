import type { Answer } from '#domain/api/calls.ts'
import { adminLoginErrors } from '#domain/account.ts'
import { CODE_NEEDED, codeErrors } from '#domain/second-factor.ts'
import { useContext, useEffect, useState } from 'react'
import type { MetaFunction } from 'react-router'
import { Nonce } from '../nonce.ts'
import { ownZone } from '../own-zone.ts'
import { api, ApiError, saidBy } from '../ui/api.ts'
import '../ui/banner.css'
import '../ui/display.css'
import { Field } from '../ui/field.tsx'
import { NeedsScript } from '../ui/needs-script.tsx'
import '../ui/panel.css'
import { answerByPasskey } from '../ui/passkeys/ceremony.ts'
import { Enter } from '../ui/loading/enter.tsx'
import { PasskeyButton } from '../ui/passkeys/button.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { CodeField } from '../ui/second-factor/code-field.tsx'
import { FOUR_SECONDS, toast } from '../ui/toast.tsx'
import { useSentForm } from '../ui/form/use-sent-form.ts'
import { withWork } from '../with-work.ts'
import './admin.css'
import { adminLinks, adminMeta } from './head.ts'
import { enter, useAdministrator } from './session.ts'
import { TopBar } from './top-bar.tsx'

export const meta: MetaFunction = (args) => adminMeta(args, 'Ingreso de administrador')
export const links = adminLinks

// A form submitted before the page's script has loaded waits for it.
const EARLY = `addEventListener('submit',function(e){if(!window.enpuntoIsAwake){e.preventDefault();window.enpuntoWaits=e.target}},true)`

interface Credentials {
  email: string
  password: string
  code?: string
}

export default function AdminLogin() {
  const status = useAdministrator()
  const nonce = useContext(Nonce)
  const [hasCode, setHasCode] = useState(false)
  const [question, setQuestion] = useState<object>()
  const { form, isSending, onSubmit, error } = useSentForm<Credentials>({
    rule: (values) => ({ ...adminLoginErrors(values), ...(hasCode && codeErrors(values)) }),
    send: (values) =>
      signIn(values).catch((refusal: unknown) => {
        const { needs_code, passkey } = askedIn(refusal)
        if (needs_code !== true || hasCode) throw refusal
        setHasCode(true)
        setQuestion(passkey)
        toast(CODE_NEEDED)
      }),
    failure: FAILED,
  })
  useEffect(() => {
    if (hasCode) form.setFocus('code')
  }, [hasCode, form])
  useEffect(wake, [])
  /** The second step was another account's. */
  function askAnew() {
    setHasCode(false)
    setQuestion(undefined)
    form.setValue('code', '')
  }

  /** Each question is good for one answer: a failure asks for the next one. */
  async function byPasskey(asked: object) {
    const values = form.getValues()
    try {
      await signIn(values, await answerByPasskey(asked))
    } catch (failure) {
      await signIn({ ...values, code: '' }).catch((refusal: unknown) => setQuestion(askedIn(refusal).passkey))
      throw failure
    }
  }

  if (status === 'in') return <Enter to="/admin/dashboard" />
  return (
    <>
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: EARLY }} />
      <TopBar />
      <main className="admin-login">
        <div>
          <h1 className="h1">Panel de Administrador</h1>
          <p className="muted">Solo para quienes operan esta instalación de enpunto.</p>
        </div>
        <NeedsScript />
        <form className="card pad" method="post" noValidate onSubmit={onSubmit}>
          <Field id="email" label="Correo electrónico" error={error('email')}>
            {(described) => (
              <input
                {...described}
                {...form.register('email', { onChange: askAnew })}
                className="input"
                type="email"
                inputMode="email"
                autoComplete="username"
                maxLength={254}
              />
            )}
          </Field>
          <PasswordField
            {...form.register('password')}
            id="password"
            label="Contraseña"
            error={error('password')}
            autoComplete="current-password"
          />
          {hasCode && (
            <CodeField error={error('code')} takesRecovery {...form.register('code', { value: '' })} />
          )}
          <button className="btn btn-lg btn-block" aria-disabled={isSending}>
            {isSending && <span className="spinner" />}
            {isSending ? 'Verificando...' : 'Acceder al Panel'}
          </button>
        </form>
        {question ? (
          <PasskeyButton text="Usar mi llave de acceso" enter={() => byPasskey(question)} />
        ) : (
          <PasskeyButton text="Entrar con una llave de acceso" enter={withoutPassword} />
        )}
      </main>
    </>
  )
}

const FAILED = 'Error de autenticación'

/** What a refusal asks for beside the password. */
const askedIn = (error: unknown): { needs_code?: unknown; passkey?: object } =>
  (error instanceof ApiError && (error.body as object | undefined)) || {}

// Without a sentence from the server, the message is that the log-in failed, whatever the reason.
const said = (error: unknown): never => {
  throw saidBy(error) ? error : new ApiError(0, FAILED)
}

async function signIn({ email, password, code }: Credentials, passkey?: object) {
  const second = passkey ? { passkey } : code ? { code } : {}
  const body = { email: email.trim(), password, timezone: ownZone(), ...second }
  opened(await withWork((work) => api.post('/api/admin/login', { body: { ...body, ...work } })).catch(said))
}

async function withoutPassword() {
  const { options } = await api.post('/api/admin/passkeys/options').catch(said)
  const body = { passkey: await answerByPasskey(options), timezone: ownZone() }
  opened(await api.post('/api/admin/passkeys/enter', { body }).catch(said))
}

function opened({ token, user }: Partial<Answer<'POST /api/admin/login'>>) {
  if (!token || !user) throw new ApiError(0, FAILED)
  toast.success('¡Acceso de administrador autorizado!', FOUR_SECONDS)
  enter(token, user)
}

function wake() {
  const page = window as unknown as { enpuntoIsAwake?: true; enpuntoWaits?: HTMLFormElement }
  page.enpuntoIsAwake = true
  page.enpuntoWaits?.requestSubmit()
  delete page.enpuntoWaits
}
