import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Client, forgetClient } from '../../data/clients.ts'
import { failureText } from '../../parts/failures.ts'
import { momentText } from '../visit-text.ts'
import { Link } from '../../parts/link.tsx'

interface Props {
  client: Client
  timezone: string
  onDone: () => void
  onClose: () => void
}

/** Asks twice before a client's data is deleted: first with an explanation, then for confirmation. */
export function ForgetDialog({ client, timezone, onDone, onClose }: Props) {
  const [isSure, setSure] = useState(false)
  const [isBusy, setBusy] = useState(false)
  if (client.next_visit)
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
          <b>{client.client_name}</b> tiene una cita el{' '}
          <Link className="link" to={`/dashboard/appointments?cita=${client.next_id}`}>
            {momentText(client.next_visit, timezone)}
          </Link>
          . Sin sus datos no podrías avisarle de nada: cancela sus citas por venir y después borra sus datos.
        </p>
      </ConfirmDialog>
    )

  async function forget() {
    setBusy(true)
    try {
      await forgetClient(client)
      toast.success('Datos del cliente borrados')
      onDone()
    } catch (error) {
      toast.error(failureText(error, 'Error al borrar los datos'))
      setBusy(false)
    }
  }

  // A second dialog, not the same one with another text, so that it is announced and gets the focus.
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
        Se borran los datos de <b>{client.client_name}</b>
        {client.client_email && ` (${client.client_email})`}. Esto no se puede deshacer.
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
          Si <b>{client.client_name}</b> te lo pide, la ley te obliga a hacerlo (Ley 1581 de 2012).
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
