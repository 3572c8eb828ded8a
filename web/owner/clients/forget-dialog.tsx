import { useState } from 'react'
import { Link } from 'react-router'
import { ownerApi } from '../../account/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { failureText } from '../parts/failures.ts'
import { type Client, momentText } from './types.ts'

interface Props {
  one: Client
  timezone: string
  onDone: () => void
  onClose: () => void
}

/** Asks twice before a client's data goes: what that means, and whether it is really wanted. */
export function ForgetDialog({ one, timezone, onDone, onClose }: Props) {
  const [isSure, setSure] = useState(false)
  const [isBusy, setBusy] = useState(false)
  if (one.next_visit)
    return (
      <ConfirmDialog
        type="warning"
        title="Primero cancela su cita"
        confirmText="Entendido"
        cancelText="Cerrar"
        onConfirm={onClose}
        onCancel={onClose}
      >
        <p>
          <b>{one.client_name}</b> tiene una cita el{' '}
          <Link className="link" to={`/dashboard/appointments?cita=${one.next_id}`}>
            {momentText(one.next_visit, timezone)}
          </Link>
          . Sin sus datos no podrías avisarle de nada: cancela sus citas por venir y después borra sus datos.
        </p>
      </ConfirmDialog>
    )

  async function forget() {
    setBusy(true)
    try {
      await ownerApi.post('/api/businesses/clients/forget', { client_email: one.client_email })
      toast.success('Datos del cliente borrados')
      onDone()
    } catch (error) {
      toast.error(failureText(error, 'Error al borrar los datos'))
      setBusy(false)
    }
  }

  // Another dialog, not the same one with other words: each is read out, and gets the focus.
  return isSure ? (
    <ConfirmDialog
      key="sure"
      type="danger"
      title="¿Borrar sus datos para siempre?"
      confirmText="Sí, borrar sus datos"
      cancelText="No borrar"
      busy={isBusy && 'Borrando...'}
      onConfirm={() => void forget()}
      onCancel={onClose}
    >
      <p>
        Se borran los datos de <b>{one.client_name}</b> ({one.client_email}). Esto no se puede deshacer.
      </p>
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      key="about"
      type="danger"
      title="Borrar los datos de este cliente"
      confirmText="Continuar"
      cancelText="Cancelar"
      onConfirm={() => setSure(true)}
      onCancel={onClose}
    >
      <div className="cli-forget">
        <p>
          Si <b>{one.client_name}</b> te lo pide, la ley te obliga a hacerlo (Ley 1581 de 2012).
        </p>
        <p>
          <b>Se borra</b> su nombre, teléfono, correo y cédula, tus notas y los motivos que escribió, en todas
          sus citas y en su historial. Su acceso al portal se cierra.
        </p>
        <p>
          <b>Se queda</b> cada cita sin su nombre, con fecha, servicio y precio, para que tus cuentas sigan
          siendo las mismas, y la constancia de que hubo un consentimiento.
        </p>
      </div>
    </ConfirmDialog>
  )
}
