import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ownerApi } from '../../account/session.ts'
import { ApiError } from '../../ui/api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { noteLeftOver } from '../data/left-over/left-over.ts'
import { read } from '../data/read.ts'
import { failureText } from './failures.ts'
import { useFocusReturn } from './use-focus-return.ts'

type Deleted = '/api/services/:id' | '/api/professionals/:id'

const futureAppointmentsQuery = (path: Deleted, id: number) =>
  read(`${path}/future-appointments`, ({ future_appointments }) => future_appointments, { params: { id } })

interface Props {
  title: string
  name: string
  path: Deleted
  id: number
  success: string
  failure: string
  onDeleted: () => void
  onClose: () => void
}

/** Asks before a service or a professional is deleted, with the number of appointments that stay. */
export function DeleteDialog({ title, name, path, id, success, failure, onDeleted, onClose }: Props) {
  // Until the number has loaded, the general sentence is shown.
  const { data: count } = useQuery(futureAppointmentsQuery(path, id))
  const [isBusy, setBusy] = useState(false)
  useFocusReturn()

  async function remove() {
    setBusy(true)
    try {
      const answer = await ownerApi.delete(path, { params: { id } })
      toast.success(success)
      onDeleted()
      if ('conflicts' in answer) noteLeftOver(answer, 'professional')
    } catch (error) {
      toast.error(failureText(error, failure))
      // Somebody deleted it meanwhile: it leaves this list too.
      if (error instanceof ApiError && error.status === 404) return onDeleted()
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
