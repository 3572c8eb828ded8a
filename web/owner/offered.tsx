import { useState } from 'react'
import { ask, ownerApi, type SessionBusiness } from '../account/session.ts'
import '../ui/banner.css'
import { Icon } from '../ui/icon.tsx'
import { store } from '../ui/icons.ts'
import { PasswordField } from '../ui/password-field.tsx'
import { toast } from '../ui/toast.tsx'
import { FormDialog } from './parts/form-dialog.tsx'
import { useRowForm } from './parts/use-row-form.ts'

/** Shown to the member to whom the owner hands the business over. */
export function Offered({ business }: { business: SessionBusiness }) {
  const [isOpen, setOpen] = useState(false)
  const offer = business.access?.offer
  if (!offer) return null
  return (
    <div className="banner banner-quiet">
      <Icon d={store} />
      <span>
        <b>{offer.by ?? 'El dueño'} te entrega este negocio.</b> Recíbelo con tu contraseña para ser su dueño.
      </span>
      <button type="button" className="btn btn-sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Recibirlo
      </button>
      {isOpen && <Take name={business.business_name} onClose={() => setOpen(false)} />}
    </div>
  )
}

const rule = ({ currentPassword }: { currentPassword: string }): Record<string, string> =>
  currentPassword ? {} : { currentPassword: 'Escribe tu contraseña' }

function Take({ name, onClose }: { name: string; onClose: () => void }) {
  const { form, error, isDirty, isSubmitting, problem, submit } = useRowForm({
    row: undefined,
    valuesOf: () => ({ currentPassword: '' }),
    rule,
    failure: 'Error al recibir el negocio',
  })
  const take = submit(async ({ currentPassword }) => {
    await ownerApi.post('/api/members/hand-over/accept', { body: { currentPassword } })
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
