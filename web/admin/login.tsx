import { adminLoginErrors } from '#domain/account.ts'
import type { FieldErrors } from '#domain/fields.ts'
import { type FormEvent, useContext, useEffect, useRef, useState } from 'react'
import { type MetaFunction, Navigate } from 'react-router'
import { Nonce } from '../nonce.ts'
import { api, ApiError, saidBy } from '../ui/api.ts'
import '../ui/banner.css'
import '../ui/display.css'
import { Field } from '../ui/field.tsx'
import { NeedsScript } from '../ui/needs-script.tsx'
import '../ui/panel.css'
import { PasswordField } from '../ui/password-field.tsx'
import { toast } from '../ui/toast.tsx'
import './admin.css'
import { adminLinks, adminMeta } from './head.ts'
import { type Administrator, enter, useAdministrator } from './session.ts'
import { TOAST } from './toast-time.ts'
import { TopBar } from './top-bar.tsx'

export const meta: MetaFunction = (args) => adminMeta(args, 'Ingreso de administrador')
export const links = adminLinks

// Before the page's script has arrived, a form that is sent waits for it.
const EARLY = `addEventListener('submit',function(e){if(!window.enpuntoIsAwake){e.preventDefault();window.enpuntoWaits=e.target}},true)`

interface Answer {
  token?: string
  user?: Administrator
}

export default function AdminLogin() {
  const status = useAdministrator()
  const nonce = useContext(Nonce)
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isSent, setSent] = useState(false)
  const [isSending, setSending] = useState(false)
  useEffect(wake, [])

  const values = () => Object.fromEntries(new FormData(form.current!)) as Record<string, string>

  function show(wrong: FieldErrors) {
    setErrors(wrong)
    const controls = Array.from(form.current!.elements) as HTMLInputElement[]
    controls.find(({ name }) => name in wrong)?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    const { email = '', password = '' } = values()
    const wrong = adminLoginErrors({ email, password })
    setSent(true)
    show(wrong)
    if (Object.keys(wrong).length > 0) return
    setSending(true)
    try {
      const { token, user } = await api.post<Answer>('/api/admin/login', { email: email.trim(), password })
      if (!token || !user) throw new ApiError(200, FAILED)
      toast.success('¡Acceso de administrador autorizado!', TOAST)
      enter(token, user)
    } catch (error) {
      toast.error(saidBy(error) ?? FAILED, TOAST)
      show((error instanceof ApiError && error.fields) || {})
    } finally {
      setSending(false)
    }
  }

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
        <form
          ref={form}
          className="card pad"
          method="post"
          noValidate
          onSubmit={submit}
          onInput={() => isSent && setErrors(adminLoginErrors(values()))}
        >
          <Field id="email" label="Correo electrónico" error={errors['email']}>
            {(described) => (
              <input
                {...described}
                className="input"
                name="email"
                type="email"
                inputMode="email"
                autoComplete="username"
                maxLength={254}
              />
            )}
          </Field>
          <PasswordField
            id="password"
            name="password"
            label="Contraseña"
            error={errors['password']}
            autoComplete="current-password"
          />
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

function wake() {
  const page = window as unknown as { enpuntoIsAwake?: true; enpuntoWaits?: HTMLFormElement }
  page.enpuntoIsAwake = true
  page.enpuntoWaits?.requestSubmit()
  delete page.enpuntoWaits
}
