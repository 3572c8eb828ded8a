import type { ProfessionalDay } from '#domain/week.ts'
import { useEffect, useState } from 'react'
import { ownerApi } from '../../account/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { failureText } from '../parts/failures.ts'
import { useFocusReturn } from '../parts/use-focus-return.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import type { Professional } from './types.ts'

interface Props {
  professional: Professional
  onStored: (professional: Professional) => void
  onClose: () => void
}

/** Fetches somebody's schedule, shows it, and gives it up on demand. */
export function Schedule({ professional, onStored, onClose }: Props) {
  const [stored, setStored] = useState<ProfessionalDay[]>()
  const [isAsking, setAsking] = useState(false)
  const path = `/api/schedules/professional/${professional.id}`

  useEffect(() => {
    let isWanted = true
    ownerApi.get<{ schedule: ProfessionalDay[] }>(path).then(
      ({ schedule }) => isWanted && setStored(schedule),
      () => {
        if (!isWanted) return
        toast.error('Error cargando horarios del profesional')
        onClose()
      },
    )
    return () => {
      isWanted = false
    }
    // Once for each professional.
  }, [path])

  if (!stored)
    return (
      <div className="loading late" role="status">
        <span className="spinner" />
        <span className="sr">Cargando horario…</span>
      </div>
    )
  return (
    <>
      <ScheduleDialog {...{ professional, stored, onStored, onClose }} onFollow={() => setAsking(true)} />
      {isAsking && (
        <Follow
          {...{ professional, path }}
          onDone={() => {
            onStored({ ...professional, has_schedule: 0 })
            onClose()
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}

interface FollowProps {
  professional: Professional
  path: string
  onDone: () => void
  onCancel: () => void
}

function Follow({ professional, path, onDone, onCancel }: FollowProps) {
  const [isBusy, setBusy] = useState(false)
  useFocusReturn()

  async function follow() {
    setBusy(true)
    try {
      await ownerApi.put(path, { schedules: [] })
      toast.success('Horarios actualizados exitosamente')
      onDone()
    } catch (error) {
      toast.error(failureText(error, 'Error actualizando horarios'))
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      title="Seguir el horario del negocio"
      confirmText="Quitar horario propio"
      busy={isBusy && 'Guardando...'}
      onConfirm={follow}
      onCancel={onCancel}
    >
      Se borra el horario propio de <b>{professional.professional_name}</b>, que atenderá en el horario del
      negocio.
    </ConfirmDialog>
  )
}
