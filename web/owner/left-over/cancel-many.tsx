import { counted } from '#domain/numbers.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { cancelMany, type ManyCancelled } from '../data/appointment-changes.ts'
import { useToldBy } from '../data/messages/whatsapp.ts'
import { type Appointment, whenOf } from '../data/appointment.ts'
import { failureText } from '../parts/failures.ts'
import { newKey } from '../parts/key.ts'
import { useFocusReturn } from '../parts/use-focus-return.ts'
import './cancel-many.css'
import { ReasonField } from './reason-field.tsx'

interface Props {
  appointments: Appointment[]
  today: string
  /** With those that are cancelled: what was refused stands. */
  onDone: (cancelled: number[]) => void
  onClose: () => void
}

const cancelled = (count: number) => counted(count, 'cita cancelada', 'citas canceladas')

/** Asks how many appointments are cancelled at once, with or without telling their clients; then says what was not. */
export function CancelMany({ appointments, today, onDone, onClose }: Props) {
  const [reason, setReason] = useState('')
  const [tells, setTells] = useState(true)
  // A repetition after a lost answer gets that answer.
  const key = useRef(newKey())
  useFocusReturn()
  const toldBy = useToldBy()
  const hasWhatsApp = toldBy !== 'por correo'
  const count = appointments.length
  const { mutate, isPending, data } = useMutation({
    mutationFn: () => cancelMany({ appointments, reason, tells, key: key.current }),
    onSuccess({ cancelled: done, refused }) {
      if (refused.length > 0) return
      toast.success(cancelled(done.length))
      onDone(done)
    },
    onError: (failure) => toast.error(failureText(failure, 'Error al cancelar las citas')),
  })
  if (data && data.refused.length > 0)
    return (
      <Rest appointments={appointments} today={today} outcome={data} onClose={() => onDone(data.cancelled)} />
    )

  const clients = new Set(appointments.map(({ client_email, id }) => client_email?.toLowerCase() ?? id)).size
  const untold = appointments.filter(({ client_email }) => client_email === null).length
  return (
    <ConfirmDialog
      type="danger"
      title={count === 1 ? '¿Cancelar 1 cita?' : `¿Cancelar ${count} citas?`}
      confirmText={count === 1 ? 'Sí, cancelarla' : `Sí, cancelar las ${count}`}
      cancelText="Volver"
      busy={isPending && 'Cancelando...'}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      <div className="act">
        <p>
          {count === 1 ? 'Es' : 'Son'} de {counted(clients, 'cliente')}. Se liberan sus horas. Esta acción no
          se puede deshacer.
        </p>
        <label className="check pick-asked">
          <input type="checkbox" checked={tells} onChange={({ target }) => setTells(target.checked)} />
          <span>
            Avisar {toldBy}
            <small className="hint">
              {!tells
                ? 'Nadie se entera de que se cancelaron.'
                : hasWhatsApp
                  ? 'Un solo correo a cada cliente, y WhatsApp a quien lo pidió.'
                  : 'Un solo correo a cada cliente.'}
              {tells &&
                untold > 0 &&
                ` ${hasWhatsApp ? 'Sin correo ni WhatsApp no se enteran: avísales tú. Sin correo' : 'Sin correo, avísales tú'}: ${counted(untold, 'cita')}.`}
            </small>
          </span>
        </label>
        <ReasonField text={reason} onChange={setReason} />
      </div>
    </ConfirmDialog>
  )
}

/** Those that stand, and why. */
function Rest({
  appointments,
  today,
  outcome,
  onClose,
}: Pick<Props, 'appointments' | 'today' | 'onClose'> & { outcome: ManyCancelled }) {
  const byId = new Map(appointments.map((appointment) => [appointment.id, appointment]))
  return (
    <Dialog
      title={cancelled(outcome.cancelled.length)}
      onClose={onClose}
      footer={
        <button type="button" className="btn" autoFocus onClick={onClose}>
          Listo
        </button>
      }
    >
      <p role="status">
        {outcome.refused.length === 1
          ? 'Esta no se canceló:'
          : `Estas ${outcome.refused.length} no se cancelaron:`}
      </p>
      <ul className="many-refused">
        {outcome.refused.map(({ id, reason }) => {
          const appointment = byId.get(id)!
          return (
            <li key={id}>
              <b>{appointment.client_name}</b>, {whenOf(appointment, today)}
              <small>{reason}</small>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
