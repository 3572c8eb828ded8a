import { mediumDate } from '#domain/dates.ts'
import { timeOffHours, timeOffText } from '#domain/time-off.ts'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { removeTimeOff, type Scope, type TimeOff } from '../../data/time-off.ts'
import { askWhoIsFreed } from '../../data/left-over/freed.ts'
import { failureText } from '../../parts/failures.ts'
import { ScopeField } from './scope-field.tsx'

/** Asks before blocked time is free again. */
export function RemoveBlock({
  row,
  onDone,
  onClose,
}: {
  row: TimeOff
  onDone: () => void
  onClose: () => void
}) {
  const [scope, setScope] = useState<Scope>('one')
  const [isBusy, setBusy] = useState(false)

  async function remove() {
    setBusy(true)
    try {
      const removed = await removeTimeOff(row.id, scope)
      void askWhoIsFreed()
      toast.success(removed > 1 ? `${removed} bloqueos eliminados` : 'Bloqueo eliminado')
      onDone()
    } catch (error) {
      toast.error(failureText(error, 'Error al eliminar el bloqueo'))
      setBusy(false)
    }
  }

  const { first_date, last_date } = row
  const dates =
    first_date === last_date
      ? `${mediumDate(first_date)}, ${timeOffHours(row, first_date).toLowerCase()}`
      : `${mediumDate(first_date)} – ${mediumDate(last_date)}`
  return (
    <ConfirmDialog
      type="danger"
      title="Eliminar bloqueo"
      confirmText="Eliminar"
      cancelText="Volver"
      busy={isBusy && 'Eliminando...'}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <p>
        <b>{timeOffText(row)}</b>, {dates}. Ese tiempo se puede volver a reservar.
      </p>
      {row.repeat_of !== null && <ScopeField value={scope} onChange={setScope} />}
    </ConfirmDialog>
  )
}
