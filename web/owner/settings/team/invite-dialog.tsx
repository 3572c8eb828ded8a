import { isSameEmail } from '#domain/account.ts'
import type { Professional } from '#domain/api/professional.ts'
import { inviteErrors, ROLE_LABELS, type StaffRole } from '#domain/team.ts'
import { toast } from '../../../ui/toast.tsx'
import { Field } from '../../../ui/field.tsx'
import { useSession } from '../../../account/session.ts'
import { invite, type Invitation, type Member } from '../../data/team/team.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useRowForm } from '../../parts/use-row-form.ts'
import { RoleFields } from './role-fields.tsx'
import { EmailInput } from '../../parts/email-input.tsx'

interface Props {
  professionals: readonly Professional[]
  members: readonly Member[]
  invitations: readonly Invitation[]
  onClose: () => void
}

const EMPTY = { email: '', role: 'reception' as StaffRole, professional_id: '' }

/** Asks somebody to come, by e-mail. */
export function InviteDialog({ professionals, members, invitations, onClose }: Props) {
  const business = useSession().business!
  const { form, error, isDirty, isSubmitting, problem, submit } = useRowForm({
    row: undefined,
    valuesOf: () => EMPTY,
    rule: inviteErrors,
    failure: 'Error al enviar la invitación',
    draft: 'invitación',
  })
  const { email, role, professional_id } = form.watch()
  // Who is somebody's log-in already is no one else's.
  const free = professionals.filter(({ id }) => !members.some((member) => member.professional_id === id))
  const earlier = invitations.find((invitation) => isSameEmail(invitation.email, email.trim()))
  const send = submit(async (values) => {
    await invite({ ...values, email: values.email.trim(), professional_id: values.professional_id || null })
    toast.success(`Enviamos la invitación a ${values.email.trim()}`)
    onClose()
  })
  return (
    <FormDialog
      title="Invitar al equipo"
      isDirty={isDirty}
      submitText="Enviar invitación"
      busy={isSubmitting && 'Enviando...'}
      problem={problem}
      onSubmit={send}
      onClose={onClose}
    >
      <Field id="email" label="Correo" error={error('email')}>
        {(described) => <EmailInput {...described} {...form.register('email')} />}
      </Field>
      <p className={earlier ? 'small' : 'sr'} role="status">
        {earlier && (
          <>
            Ya tiene una invitación como <b>{ROLE_LABELS[earlier.role]}</b>: esta la reemplaza y el enlace
            anterior deja de servir.
          </>
        )}
      </p>
      <RoleFields
        role={role}
        professional_id={professional_id}
        professionals={free}
        error={error}
        onRole={(value) =>
          form.setValue('role', value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
        }
        onProfessional={(value) =>
          form.setValue('professional_id', value, {
            shouldDirty: true,
            shouldValidate: form.formState.isSubmitted,
          })
        }
      />
      <p className="small muted">
        {email.trim() ? <b>{email.trim()}</b> : 'Esa persona'} recibe «Te invitaron a {business.business_name}
        » con un enlace que sirve 7 días, y entra con su propia contraseña.
      </p>
    </FormDialog>
  )
}
