import { MOST_CANCELLED } from '#domain/appointment.ts'
import { grouped } from '#domain/grouped.ts'
import { counted } from '#domain/numbers.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { cancelMany, type ManyCancelled } from '../data/appointment-changes.ts'
import { useToldBy } from '../data/messages/whatsapp.ts'
import { type Appointment, whenOf } from '../data/appointment.ts'
import { failureText } from '../parts/failures.ts'
import { useKey } from '../parts/once/use-key.ts'
import { useFocusReturn } from '../parts/use-focus-return.ts'
import './cancel-many.css'
import { ReasonField } from './reason-field.tsx'

interface Props {
  appointments: Appointment[]
  today: string
  /** Called before anything is cancelled. */
  onBefore?: () => Promise<void>
  /** Whether one is still meant; all are, unless said. */
  isLeft?: (one: Appointment) => boolean
  /** As soon as these are cancelled: others may still be under way, or be refused. */
  onCancelled?: (ids: number[]) => void
  onDone: () => void
  onClose: () => void
}

const NONE: ManyCancelled = { cancelled: [], refused: [] }
const NEEDLESS = 'No se canceló ninguna cita: ya no hace falta.'
const cancelled = (count: number) => counted(count, 'cita cancelada', 'citas canceladas')

/**
 * Asks how many appointments are cancelled at once, with or without telling their clients; then says what was not. More than
 * one call takes are several calls: when one of them fails, the rest is asked about.
 */
export function CancelMany({
  appointments,
  today,
  onBefore,
  isLeft = () => true,
  onCancelled,
  onDone,
  onClose,
}: Props) {
  const [reason, setReason] = useState('')
  const [tells, setTells] = useState(true)
  const [outcome, setOutcome] = useState(NONE)
  // A repetition after a lost answer gets that answer; with another reason, or clients that are told after all, it is none.
  const keyOf = useKey()
  // What is under way stays asked about, until it is known how much of it failed.
  const asked = useRef(appointments)
  useFocusReturn()
  const toldBy = useToldBy()
  const hasWhatsApp = toldBy !== 'por correo'
  const { mutate, isPending, isSuccess } = useMutation({
    async mutationFn() {
      let all = outcome
      await onBefore?.()
      asked.current = asked.current.filter(isLeft)
      for (const part of partsOf(asked.current)) {
        const part_key = `${keyOf({ reason, tells })}-${part[0]!.id}`
        const answer = await cancelMany({ appointments: part, reason, tells, key: part_key })
        all = {
          cancelled: [...all.cancelled, ...answer.cancelled],
          refused: [...all.refused, ...answer.refused],
        }
        setOutcome(all)
        onCancelled?.(answer.cancelled)
      }
      return all
    },
    onSuccess({ cancelled: done, refused }) {
      if (refused.length > 0) return
      if (done.length > 0) toast.success(cancelled(done.length))
      else toast(NEEDLESS)
      onDone()
    },
    onError: (failure) => toast.error(failureText(failure, 'Error al cancelar las citas')),
  })
  if (!isPending && !isSuccess) asked.current = without(appointments, outcome).filter(isLeft)
  const isNeedless = !isPending && !isSuccess && asked.current.length === 0
  useEffect(() => {
    if (isNeedless) onClose()
  }, [isNeedless, onClose])
  if (isSuccess)
    return outcome.refused.length > 0 ? (
      <Rest appointments={appointments} today={today} outcome={outcome} onClose={onDone} />
    ) : null

  const left = asked.current
  const count = left.length
  const clients = new Set(left.map(clientOf)).size
  const untold = left.filter(({ client_email }) => client_email === null).length
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
        {appointments.length > MOST_CANCELLED && (
          <p role="status">
            {outcome !== NONE && `Ya van ${cancelled(outcome.cancelled.length)} de ${appointments.length}.`}
          </p>
        )}
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

const clientOf = ({ client_email, id }: Appointment) => client_email?.toLowerCase() ?? id

/** Those about which there is no answer yet. */
function without(appointments: Appointment[], { cancelled, refused }: ManyCancelled): Appointment[] {
  const answered = new Set([...cancelled, ...refused.map(({ id }) => id)])
  return appointments.filter(({ id }) => !answered.has(id))
}

/** As many as one call takes. Each call mails a client once, so that all of one client are in the same, while they fit. */
function partsOf(appointments: Appointment[]): Appointment[][] {
  const parts: Appointment[][] = []
  for (const theirs of grouped(appointments, clientOf))
    for (let from = 0; from < theirs.length; from += MOST_CANCELLED) {
      const some = theirs.slice(from, from + MOST_CANCELLED)
      const last = parts.at(-1)
      if (last && last.length + some.length <= MOST_CANCELLED) last.push(...some)
      else parts.push(some)
    }
  return parts
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
