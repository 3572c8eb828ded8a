import type { Professional } from '#domain/api/professional.ts'
import { switchesOf } from '#domain/permissions.ts'
import { roleErrors, type StaffRole } from '#domain/team.ts'
import { toast } from '../../../ui/toast.tsx'
import { changeMember, type Member } from '../../data/team/team.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useRowForm } from '../../parts/use-row-form.ts'
import { RoleFields } from './role-fields.tsx'
import { SwitchList, switchesShown } from './switch-list.tsx'

interface Props {
  member: Member
  professionals: readonly Professional[]
  onClose: () => void
}

interface Values {
  role: StaffRole
  professional_id: string
  switches: Record<string, boolean>
}

const asText = ({ professional_id }: Member) => (professional_id === null ? null : String(professional_id))

/** What a member may do: the role, and its switches. */
export function MemberDialog({ member, professionals, onClose }: Props) {
  const { form, error, isDirty, isSubmitting, problem, submit } = useRowForm<Values, never>({
    row: undefined,
    valuesOf: () => ({
      role: member.role as StaffRole,
      professional_id: asText(member) ?? '',
      switches: member.switches,
    }),
    rule: roleErrors,
    failure: 'Error al guardar los cambios',
  })
  const { role, professional_id, switches } = form.watch()
  const name = member.name ?? member.email
  const usual = switchesOf(role) as Record<string, boolean>
  const shown = switchesShown(role)
  const isOn = (one: string) =>
    (role === member.role ? switches[one] : undefined) ?? switches[one] ?? usual[one]!
  const store = submit(async (values) => {
    const professional = values.professional_id || null
    const isOther = values.role !== member.role
    // What was not touched may have been changed by another owner meanwhile. Another role has switches of its own.
    const turned = shown.filter((one) => isOther || isOn(one.name) !== member.switches[one.name])
    await changeMember(member.user_id, {
      ...(isOther && { role: values.role }),
      ...((isOther || professional !== asText(member)) && { professional_id: professional }),
      ...(turned.length > 0 && {
        switches: Object.fromEntries(turned.map((one) => [one.name, isOn(one.name)])),
      }),
    })
    toast.success(`Guardamos lo que puede hacer ${name}`)
    onClose()
  })
  return (
    <FormDialog
      title={name}
      note={member.name ? member.email : undefined}
      isDirty={isDirty}
      submitText="Guardar cambios"
      busy={isSubmitting && 'Guardando...'}
      problem={problem}
      onSubmit={store}
      onClose={onClose}
    >
      <RoleFields
        role={role}
        professional_id={professional_id}
        professionals={professionals}
        error={error}
        onRole={(value) => {
          form.setValue('role', value, { shouldDirty: true })
          form.setValue('switches', value === member.role ? member.switches : {})
        }}
        onProfessional={(value) => form.setValue('professional_id', value, { shouldDirty: true })}
      />
      {shown.length > 0 && (
        <SwitchList
          role={role}
          isOn={isOn}
          onTurn={(name, value) =>
            form.setValue('switches', { ...switches, [name]: value }, { shouldDirty: true })
          }
        />
      )}
    </FormDialog>
  )
}
