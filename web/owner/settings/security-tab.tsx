import { changePasswordErrors, PASSWORD_MIN } from '#domain/account.ts'
import { useForm } from 'react-hook-form'
import { ownerApi } from '../../account/session.ts'
import { ApiError } from '../../ui/api.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { resolverOf } from '../../ui/resolver.ts'
import { toast } from '../../ui/toast.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import type { SectionProps } from './profile.ts'

interface Passwords {
  currentPassword: string
  newPassword: string
  confirmPassword: string
}

const EMPTY: Passwords = { currentPassword: '', newPassword: '', confirmPassword: '' }
const FAILED = 'Error cambiando contraseña'

export function SecurityTab({ profile }: SectionProps) {
  const form = useForm<Passwords>({
    defaultValues: EMPTY,
    resolver: resolverOf<Passwords>(changePasswordErrors),
    mode: 'onTouched',
  })
  const { errors, isDirty, isSubmitting } = form.formState

  async function store(passwords: Passwords) {
    try {
      await ownerApi.post('/api/businesses/change-password', passwords)
      form.reset(EMPTY)
      toast.success('Contraseña actualizada exitosamente')
    } catch (error) {
      toast.error(FAILED)
      const refused = Object.entries((error instanceof ApiError && error.fields) || {})
      const known = refused.filter(([name]) => name in EMPTY) as [keyof Passwords, string][]
      for (const [i, [name, message]] of known.entries())
        form.setError(name, { type: 'server', message }, { shouldFocus: i === 0 })
      if (known.length === 0)
        form.setError('root', { message: error instanceof ApiError ? error.message : FAILED })
    }
  }

  return (
    <form className="set-form" noValidate onSubmit={form.handleSubmit(store)}>
      <LeaveGuard when={isDirty} />
      <section className="card pad set-card set-main" aria-labelledby="security-title">
        <div>
          <h2 className="h2" id="security-title">
            Cambiar contraseña
          </h2>
          <p className="small muted">
            Esta sesión sigue abierta. Las demás, en otros equipos y celulares, se cierran.
          </p>
        </div>
        {/* Tells password managers whose password this is. */}
        <input
          type="email"
          className="sr"
          name="username"
          autoComplete="username"
          value={profile.email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <PasswordField
          id="currentPassword"
          label="Contraseña actual"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register('currentPassword')}
        />
        <PasswordField
          id="newPassword"
          label="Nueva contraseña"
          autoComplete="new-password"
          hint={`Al menos ${PASSWORD_MIN} caracteres.`}
          error={errors.newPassword?.message}
          {...form.register('newPassword', {
            deps: form.formState.touchedFields.confirmPassword ? ['confirmPassword'] : [],
          })}
        />
        <PasswordField
          id="confirmPassword"
          label="Confirmar nueva contraseña"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...form.register('confirmPassword')}
        />
        {errors.root?.message && (
          <p className="error" role="alert">
            {errors.root.message}
          </p>
        )}
        <div className="row wrap set-acts">
          <button
            type="submit"
            className="btn"
            aria-disabled={isSubmitting}
            onClick={(event) => isSubmitting && event.preventDefault()}
          >
            {isSubmitting && <span className="spinner" />}
            {isSubmitting ? 'Cambiando...' : 'Cambiar contraseña'}
          </button>
        </div>
      </section>
    </form>
  )
}
