import { OFFER_WAIT_HOURS } from '#domain/team.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Member, offerOwnership } from '../../data/team/team.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useSentOnce } from '../../parts/once/use-key.ts'
import { useRowForm } from '../../parts/use-row-form.ts'

const rule = ({ currentPassword }: { currentPassword: string }): Record<string, string> =>
  currentPassword ? {} : { currentPassword: 'Escribe tu contraseña' }

/** Offers the business to a member: both confirm it with their passwords. */
export function HandOverDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const name = member.name ?? member.email
  const { form, error, isDirty, isSubmitting, problem, submit } = useRowForm({
    row: undefined,
    valuesOf: () => ({ currentPassword: '' }),
    rule,
    failure: 'Error al entregar el negocio',
  })
  const offer = useSentOnce((password: string, key) => offerOwnership(member.user_id, password, key))
  const send = submit(async ({ currentPassword }) => {
    await offer(currentPassword)
    toast.success(`Ahora ${name} lo recibe con su contraseña`)
    onClose()
  })
  return (
    <FormDialog
      title={`Entregarle el negocio a ${name}`}
      isDirty={isDirty}
      submitText="Entregar"
      busy={isSubmitting && 'Enviando...'}
      problem={problem}
      onSubmit={send}
      onClose={onClose}
    >
      <p>
        {name} lo recibe con su propia contraseña en los próximos 7 días. Desde entonces es su dueño, y tú
        sigues como administrador. Les escribimos a ambos. Por seguridad, si entraste hace poco y sin
        verificación en dos pasos, puede recibirlo {OFFER_WAIT_HOURS} horas después.
      </p>
      <PasswordField
        id="currentPassword"
        label="Tu contraseña"
        autoComplete="current-password"
        error={error('currentPassword')}
        {...form.register('currentPassword')}
      />
    </FormDialog>
  )
}
