import type { Professional } from '#domain/api/professional.ts'
import { ROLE_LABELS, ROLE_SENTENCES, STAFF_ROLES, type StaffRole } from '#domain/team.ts'
import { Field } from '../../../ui/field.tsx'

interface Props {
  role: string
  professional_id: string
  professionals: readonly Professional[]
  error: (name: 'role' | 'professional_id') => string | undefined
  onRole: (role: StaffRole) => void
  onProfessional: (id: string) => void
}

/** What somebody may do, and who of the agenda they are. */
export function RoleFields({ role, professional_id, professionals, error, onRole, onProfessional }: Props) {
  return (
    <>
      <fieldset className="field">
        <legend className="label">¿Qué puede hacer?</legend>
        <div className="roles">
          {STAFF_ROLES.map((name) => (
            <label key={name} className="role-pick">
              <input
                type="radio"
                name="role"
                value={name}
                checked={role === name}
                onChange={() => onRole(name)}
              />
              <span>
                <b>{ROLE_LABELS[name]}</b>
                <small>{ROLE_SENTENCES[name]}</small>
              </span>
            </label>
          ))}
        </div>
        {error('role') && (
          <p className="error" role="alert">
            {error('role')}
          </p>
        )}
      </fieldset>
      <Field
        id="professional_id"
        label={role === 'professional' ? '¿Quién es en tu agenda?' : '¿También atiende? (opcional)'}
        error={error('professional_id')}
      >
        {(described) => (
          <select
            {...described}
            className="input"
            name="professional_id"
            value={professional_id}
            onChange={({ target }) => onProfessional(target.value)}
          >
            <option value="">{role === 'professional' ? 'Elige a alguien' : 'No atiende'}</option>
            {professionals.map(({ id, professional_name }) => (
              <option key={id} value={id}>
                {professional_name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  )
}
