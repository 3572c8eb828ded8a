import { firstName } from '#domain/people-names.ts'
import { useQuery } from '@tanstack/react-query'
import { toast } from '../../ui/toast.tsx'
import { patchAppointment, useAppointmentChange } from '../data/appointment-changes.ts'
import type { Appointment } from '../data/appointment.ts'
import { read } from '../data/read.ts'

interface Props {
  appointment: Appointment
  onDone: (pressed: Element) => void
}

/** For who had no preference: the same time with somebody else who is free, at one press. */
export function PassOn({ appointment, onDone }: Props) {
  const { id, version } = appointment
  const { data } = useQuery({
    ...read('/api/appointments/:id/free-professionals', ({ professionals }) => professionals, {
      params: { id },
    }),
    staleTime: 0,
  })
  const { mutate, isPending } = useAppointmentChange('edit', patchAppointment)
  const [other] = data ?? []
  if (!other) return null
  const pass = (pressed: Element) =>
    mutate(
      { id, version, changes: { professional_id: other.id } },
      {
        onSuccess: () => onDone(pressed),
        onError: () => toast.error('No se pudo pasar la cita. Intenta moverla.'),
      },
    )
  return (
    <button
      type="button"
      className="btn btn-sm"
      aria-disabled={isPending}
      onClick={({ currentTarget }) => isPending || pass(currentTarget)}
    >
      Pasar a {firstName(other.professional_name)} (libre)
    </button>
  )
}
