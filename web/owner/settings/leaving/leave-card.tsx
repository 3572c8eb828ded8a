import { useState } from 'react'
import { forgetSession, ownerApi, useSession } from '../../../account/session.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useRowForm } from '../../parts/use-row-form.ts'

const rule = ({ currentPassword }: { currentPassword: string }): Record<string, string> =>
  currentPassword ? {} : { currentPassword: 'Escribe tu contraseña' }

/** Where a member leaves the team; owners hand the business over, or delete it. */
export function LeaveCard() {
  const business = useSession().business!
  const [isOpen, setOpen] = useState(false)
  if (!business.access || business.access.role === 'owner') return null
  return (
    <section className="card pad set-card set-main" aria-labelledby="leave-title">
      <div>
        <h2 className="h2" id="leave-title">
          Salir de {business.business_name}
        </h2>
        <p className="small muted">
          Dejas de ver su agenda y sus clientes de inmediato. Para volver te tienen que invitar otra vez.
        </p>
      </div>
      <div className="row wrap set-acts">
        <button type="button" className="btn btn-2" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Salir de este negocio
        </button>
      </div>
      {isOpen && <LeaveDialog name={business.business_name} onClose={() => setOpen(false)} />}
    </section>
  )
}

function LeaveDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { form, error, isDirty, isSubmitting, problem, submit } = useRowForm({
    row: undefined,
    valuesOf: () => ({ currentPassword: '' }),
    rule,
    failure: 'Error al salir del negocio',
  })
  const leave = submit(async ({ currentPassword }) => {
    await ownerApi.post('/api/members/leave', { body: { currentPassword } })
    forgetSession()
  })
  return (
    <FormDialog
      title={`Salir de ${name}`}
      isDirty={isDirty}
      submitText="Salir del negocio"
      isDanger
      busy={isSubmitting && 'Saliendo...'}
      problem={problem}
      onSubmit={leave}
      onClose={onClose}
    >
      <p>
        Tus sesiones y tus calendarios de <b>{name}</b> se cierran. Lo que hiciste queda en su historial con
        tu nombre.
      </p>
      <PasswordField
        id="leave-password"
        label="Tu contraseña"
        autoComplete="current-password"
        error={error('currentPassword')}
        {...form.register('currentPassword')}
      />
    </FormDialog>
  )
}
