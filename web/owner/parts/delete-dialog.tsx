import { useEffect, useState } from 'react'
import { ownerApi } from '../../account/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { failureText } from './failures.ts'
import { useFocusReturn } from './use-focus-return.ts'

interface Props {
  title: string
  name: string
  /** Its address in the API. */
  path: string
  success: string
  failure: string
  onDeleted: () => void
  onClose: () => void
}

/** Asks before a service or a professional goes, saying which appointments stay. */
export function DeleteDialog({ title, name, path, success, failure, onDeleted, onClose }: Props) {
  const [count, setCount] = useState<number>()
  const [isBusy, setBusy] = useState(false)
  useFocusReturn()
  useEffect(() => {
    ownerApi.get<{ future_appointments: number }>(`${path}/future-appointments`).then(
      ({ future_appointments }) => setCount(future_appointments),
      // The general sentence is true without the number.
      () => {},
    )
  }, [path])

  async function remove() {
    setBusy(true)
    try {
      await ownerApi.delete(path)
      toast.success(success)
      onDeleted()
    } catch (error) {
      toast.error(failureText(error, failure))
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      type="danger"
      title={title}
      confirmText="Eliminar"
      busy={isBusy && 'Eliminando...'}
      onConfirm={remove}
      onCancel={onClose}
    >
      <p>
        <b>{name}</b> deja de aparecer en tus listas y en tu página de reservas.
      </p>
      <p className="stays" role="status">
        {staying(count)}
      </p>
    </ConfirmDialog>
  )
}

function staying(count: number | undefined): string {
  if (count === undefined) return 'Las citas programadas se mantienen.'
  if (count === 0) return 'No tiene citas programadas por venir.'
  return count === 1
    ? 'Tiene 1 cita programada por venir, que se mantiene.'
    : `Tiene ${count} citas programadas por venir, que se mantienen.`
}
