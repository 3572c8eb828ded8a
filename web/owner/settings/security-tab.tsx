import { changePasswordErrors, PASSWORD_MIN } from '#domain/account.ts'
import { ownerApi, useSession } from '../../account/session.ts'
import { ApiError, messageOf } from '../../ui/api.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSentOnce } from '../parts/once/use-key.ts'
import { useRowForm } from '../parts/use-row-form.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { DeleteCard } from './leaving/delete-card.tsx'
import { LeaveCard } from './leaving/leave-card.tsx'
import { OpenSessions } from './open-sessions.tsx'
import { Passkeys } from './passkeys.tsx'
import type { SectionProps } from './profile.ts'
import { SecondFactor } from './second-factor.tsx'

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' }
const FAILED = 'Error cambiando contraseña'

/** Shows the error at its field, or in the form when it belongs to none. */
function tell(error: unknown) {
  const refused = Object.keys((error instanceof ApiError && error.fields) || {})
  return {
    toast: FAILED,
    problem: refused.some((name) => name in EMPTY) ? undefined : messageOf(error, FAILED),
  }
}

export function SecurityTab({ profile }: SectionProps) {
  const { business } = useSession()
  const { form, error, isDirty, isSubmitting, problem, submit } = useRowForm({
    row: undefined,
    valuesOf: () => EMPTY,
    rule: changePasswordErrors,
    failure: FAILED,
    tell,
    mode: 'onTouched',
  })

  const change = useSentOnce((body: typeof EMPTY, key) =>
    ownerApi.post('/api/businesses/change-password', { body, key }),
  )
  const store = submit(async (passwords) => {
    await change(passwords)
    form.reset(EMPTY)
    toast.success('Contraseña actualizada exitosamente')
  })

  return (
    <div className="set-form">
      <form className="set-form" noValidate onSubmit={store}>
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
          {/* The user name, for password managers. */}
          <input
            type="email"
            className="sr"
            name="username"
            autoComplete="username"
            value={business?.access?.user?.email ?? profile.email}
            readOnly
            tabIndex={-1}
            aria-hidden="true"
          />
          <PasswordField
            id="currentPassword"
            label="Contraseña actual"
            autoComplete="current-password"
            error={error('currentPassword')}
            {...form.register('currentPassword')}
          />
          <PasswordField
            id="newPassword"
            label="Nueva contraseña"
            autoComplete="new-password"
            hint={`Al menos ${PASSWORD_MIN} caracteres.`}
            error={error('newPassword')}
            {...form.register('newPassword', {
              deps: form.formState.touchedFields.confirmPassword ? ['confirmPassword'] : [],
            })}
          />
          <PasswordField
            id="confirmPassword"
            label="Confirmar nueva contraseña"
            autoComplete="new-password"
            error={error('confirmPassword')}
            {...form.register('confirmPassword')}
          />
          {problem && (
            <p className="error" role="alert">
              {problem}
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
      <SecondFactor />
      <Passkeys />
      <OpenSessions />
      <LeaveCard />
      <DeleteCard />
    </div>
  )
}
