import { canEdit, hasStarted, type Moment } from '#domain/appointment.ts'
import { counted } from '#domain/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { check } from '../../../ui/icons.ts'
import { warning } from '../../../ui/icons-panel.ts'
import { toast } from '../../../ui/toast.tsx'
import type { Appointment } from '../../data/appointment.ts'
import { useToldBy } from '../../data/messages/whatsapp.ts'
import { cancelConflicts, timeOffDetailQuery } from '../../data/time-off.ts'
import { failureText } from '../../parts/failures.ts'
import { newKey } from '../../parts/key.ts'
import { ReasonField } from '../../left-over/reason-field.tsx'
import { ConflictRow } from '../../left-over/conflict-row.tsx'
import './block.css'

interface Props {
  id: number
  /** Those that stay by a choice made before. */
  decided?: readonly number[] | undefined
  now: Moment
  onMove: (appointment: Appointment) => void
  onCancel: (appointment: Appointment) => void
  onClose: () => void
}

/** The appointments in a blocked time: they stay until somebody moves or cancels them. */
export function ConflictsDialog({ id, decided = [], now, onMove, onCancel, onClose }: Props) {
  const { data, isError, refetch } = useQuery({ ...timeOffDetailQuery(id), staleTime: 0 })
  const [left, setLeft] = useState<readonly number[]>(decided)
  const [isAsking, setAsking] = useState(false)
  const open = data?.conflicts.filter((appointment) => !left.includes(appointment.id))
  const ahead = open?.filter((one) => !canEdit(one) && !hasStarted(one, now)) ?? []
  return (
    <>
      <Dialog
        title="Citas en el tiempo bloqueado"
        className="block-conflicts"
        onClose={onClose}
        footer={
          <button type="button" className="btn" onClick={onClose}>
            Listo
          </button>
        }
      >
        {isError && (
          <p className="conf-none" role="status">
            No pudimos cargar las citas.
            <button type="button" className="btn btn-3 btn-sm" onClick={() => void refetch()}>
              Reintentar
            </button>
          </p>
        )}
        {open?.length === 0 && (
          <p className="conf-none" role="status">
            <Icon d={check} />
            No queda ninguna cita por resolver.
          </p>
        )}
        {open && open.length > 0 && (
          <section className="conf" aria-label="Citas en ese tiempo">
            <div className="conf-h">
              <span role="status">
                <Icon d={warning} />
                Hay {counted(open.length, 'cita')} en ese tiempo
              </span>
              {ahead.length > 1 && (
                <button type="button" onClick={() => setAsking(true)}>
                  Cancelar todas y avisar
                </button>
              )}
            </div>
            {open.map((appointment) => (
              <ConflictRow
                key={appointment.id}
                appointment={appointment}
                now={now}
                onMove={onMove}
                onCancel={onCancel}
                onLeave={() => setLeft([...left, appointment.id])}
              />
            ))}
          </section>
        )}
      </Dialog>
      {isAsking && (
        <CancelAll
          id={id}
          count={ahead.length}
          onDone={() => void refetch()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function CancelAll(props: { id: number; count: number; onDone: () => void; onClose: () => void }) {
  const { id, count, onDone, onClose } = props
  const [reason, setReason] = useState('')
  const toldBy = useToldBy()
  const [isBusy, setBusy] = useState(false)
  const key = useRef(newKey())
  // Another reason is another request.
  useEffect(() => void (key.current = newKey()), [reason])

  async function run() {
    setBusy(true)
    try {
      const { cancelled } = await cancelConflicts(id, reason, key.current)
      toast.success(
        cancelled === 1 ? 'Cancelamos 1 cita y avisamos' : `Cancelamos ${cancelled} citas y avisamos`,
      )
      onDone()
      onClose()
    } catch (error) {
      toast.error(failureText(error, 'Error al cancelar las citas'))
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      type="danger"
      title="Cancelar todas y avisar"
      confirmText={`Sí, cancelar ${count} citas`}
      cancelText="Volver"
      busy={isBusy && 'Cancelando...'}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <div className="act">
        <p>
          Se cancelan {count} citas y se le avisa a cada cliente {toldBy}. Esta acción no se puede deshacer.
        </p>
        <ReasonField text={reason} onChange={setReason} />
      </div>
    </ConfirmDialog>
  )
}
