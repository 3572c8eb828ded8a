import { adminLoginErrors } from '#domain/account.ts'
import { CODE_NEEDED, codeErrors } from '#domain/second-factor.ts'
import { useContext, useEffect, useState } from 'react'
import { type MetaFunction, Navigate } from 'react-router'
import { Nonce } from '../nonce.ts'
import { ownZone } from '../own-zone.ts'
import { api, ApiError, saidBy } from '../ui/api.ts'
import '../ui/banner.css'
import '../ui/display.css'
import { Field } from '../ui/field.tsx'
import { NeedsScript } from '../ui/needs-script.tsx'
import '../ui/panel.css'
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
  const { form, isSending, onSubmit, error } = useSentForm<Credentials>({
    rule: (values) => ({ ...adminLoginErrors(values), ...(hasCode && codeErrors(values)) }),
    send: (values) =>
      signIn(values).catch((refusal: unknown) => {
        const isAsked = (saidIn(refusal) as { needs_code?: unknown } | undefined)?.needs_code === true
        if (!isAsked || hasCode) throw refusal
        setHasCode(true)
        toast(CODE_NEEDED)
      }),
    failure: FAILED,
  })
  useEffect(() => {
    if (hasCode) form.setFocus('code')
  }, [hasCode, form])
  useEffect(wake, [])

  if (status === 'in') return <Navigate to="/admin/dashboard" replace />
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
                {...form.register('email')}
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
      </main>
    </>
  )
}

const FAILED = 'Error de autenticación'

const saidIn = (error: unknown) => (error instanceof ApiError ? error.body : undefined)

async function signIn({ email, password, code }: Credentials) {
  const body = { email: email.trim(), password, timezone: ownZone(), ...(code && { code }) }
  const { token, user } = await withWork((work) =>
    api.post('/api/admin/login', { body: { ...body, ...work } }),
  ).catch((error: unknown) => {
    // Without a sentence from the server, the message is that the log-in failed, whatever the reason.
    throw saidBy(error) ? error : new ApiError(0, FAILED)
  })
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
