import { ask, ownerApi } from '../account/session.ts'
import { PasswordField } from '../ui/password-field.tsx'
import { toast } from '../ui/toast.tsx'
import { FormDialog } from './parts/form-dialog.tsx'
import { useSentOnce } from './parts/once/use-key.ts'
import { useRowForm } from './parts/use-row-form.ts'

const rule = ({ currentPassword }: { currentPassword: string }): Record<string, string> =>
  currentPassword ? {} : { currentPassword: 'Escribe tu contraseña' }

/** Takes the business over that the owner hands over. */
export function TakeOver({ name, email, onClose }: { name: string; email: string; onClose: () => void }) {
  const { form, error, isDirty, isSubmitting, problem, submit } = useRowForm({
    row: undefined,
    valuesOf: () => ({ currentPassword: '' }),
    rule,
    failure: 'Error al recibir el negocio',
  })
  const accept = useSentOnce((currentPassword: string, key) =>
    ownerApi.post('/api/members/hand-over/accept', { body: { currentPassword }, key }),
  )
  const take = submit(async ({ currentPassword }) => {
    await accept(currentPassword)
    toast.success(`${name} ahora es tuyo`)
    onClose()
    await ask()
  })
  return (
    <FormDialog
      title={`Recibir ${name}`}
      isDirty={isDirty}
      submitText="Recibir el negocio"
      busy={isSubmitting && 'Recibiendo...'}
      problem={problem}
      onSubmit={take}
      onClose={onClose}
    >
      <p>Desde ahora eres su dueño: ves y cambias todo, también la plata y el equipo.</p>
      <p>
        Los avisos del negocio llegan a {email}. Si es el correo de alguien que después sale del equipo,
        llegan al tuyo, y tus clientes también lo ven. Puedes escribir otro en Configuración.
      </p>
      <PasswordField
        id="take-over-password"
        label="Tu contraseña"
        autoComplete="current-password"
        error={error('currentPassword')}
        {...form.register('currentPassword')}
      />
    </FormDialog>
  )
}
