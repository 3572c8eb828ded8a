import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import {
  type ProfessionalHours,
  professionalHoursQuery,
  putProfessionalHours,
} from '../data/professionals.ts'
import { useShown } from '../data/use-shown.ts'
import { failureText } from '../parts/failures.ts'
import { useFocusReturn } from '../parts/use-focus-return.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import type { Professional } from '#domain/api/professional.ts'

interface Props {
  professional: Professional
  onClose: () => void
}

/** Loads a professional's schedule, shows it, and removes it on demand. */
export function Schedule({ professional, onClose }: Props) {
  const { status, data: hours } = useShown(
    professionalHoursQuery(professional.id),
    'Error cargando horarios del profesional',
  )
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    if (status === 'failed') onClose()
  }, [status, onClose])

  if (!hours)
    return (
      <div className="loading late" role="status">
        <span className="spinner" />
        <span className="sr">Cargando horario…</span>
      </div>
    )
  return (
    <>
      <ScheduleDialog
        professional={professional}
        hours={hours}
        onFollow={() => setAsking(true)}
        onClose={onClose}
      />
      {isAsking && (
        <Follow
          professional={professional}
          hours={hours}
          onDone={onClose}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}

interface FollowProps {
  professional: Professional
  hours: ProfessionalHours
  onDone: () => void
  onCancel: () => void
}

function Follow({ professional, hours, onDone, onCancel }: FollowProps) {
  const client = useQueryClient()
  const { id, professional_name } = professional
  const { mutate: follow, isPending } = useMutation({
    mutationFn: () => putProfessionalHours(id, { schedules: [], hours_version: hours.hours_version }),
    onSuccess() {
      toast.success('Horarios actualizados exitosamente')
      onDone()
    },
    onError(error) {
      toast.error(failureText(error, 'Error actualizando horarios'))
      // It may have changed elsewhere: the owner must see it before removing it.
      void client.invalidateQueries({ queryKey: professionalHoursQuery(id).queryKey })
    },
  })
  useFocusReturn()

  return (
    <ConfirmDialog
      title="Seguir el horario del negocio"
      confirmText="Quitar horario propio"
      busy={isPending && 'Guardando...'}
      onConfirm={() => follow()}
      onCancel={onCancel}
    >
      Se borra el horario propio de <b>{professional_name}</b>, que atenderá en el horario del negocio.
    </ConfirmDialog>
  )
}
