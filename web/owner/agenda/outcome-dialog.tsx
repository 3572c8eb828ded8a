import { priceError } from '#domain/service.ts'
import { isBlank, numberOf } from '#domain/fields.ts'
import { priceText } from '#domain/price-input.ts'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import {
  cancelAppointment,
  type Changed,
  currentIn,
  recordAttendance,
  useAppointmentChange,
} from '../data/appointment-changes.ts'
import { type Appointment, whenOf } from '../data/appointment.ts'
import { useToldBy } from '../data/messages/whatsapp.ts'
import { failureText } from '../parts/failures.ts'
import { useFocusReturn } from '../parts/use-focus-return.ts'
import { ReasonField } from '../left-over/reason-field.tsx'
import { PriceField } from './outcome-fields.tsx'

/** The ways in which an appointment ends. */
export type Outcome = 'attended' | 'no_show' | 'cancel'

interface Props {
  outcome: Outcome
  appointment: Appointment
  today: string
  currency: string
  onDone: () => void
  onClose: () => void
}

type Words = Record<'title' | 'confirm' | 'busy' | 'done' | 'failed', string> & {
  type: 'info' | 'warning' | 'danger'
}

const WORDS: Record<Outcome, Words> = {
  attended: {
    type: 'info',
    title: 'Confirmar asistencia',
    confirm: 'Confirmar asistencia',
    busy: 'Guardando...',
    done: 'Asistencia confirmada',
    failed: 'Error al actualizar la asistencia',
  },
  no_show: {
    type: 'warning',
    title: 'No asistió',
    confirm: 'Registrar inasistencia',
    busy: 'Guardando...',
    done: 'Inasistencia registrada',
    failed: 'Error al actualizar la asistencia',
  },
  cancel: {
    type: 'danger',
    title: 'Cancelar cita',
    confirm: 'Sí, cancelar la cita',
    busy: 'Cancelando...',
    done: 'Cita cancelada exitosamente',
    failed: 'Error al cancelar la cita',
  },
}

/**
 * Asks for confirmation before an appointment is attended, missed or cancelled; price and reason are
 * optional.
 */
export function OutcomeDialog({ outcome, appointment: asked, today, currency, onDone, onClose }: Props) {
  const [appointment, setAppointment] = useState(asked)
  const [text, setText] = useState('')
  const { mutate, isPending } = useOutcome()
  const toldBy = useToldBy()
  const { type, title, confirm, busy, done, failed } = WORDS[outcome]
  const error = outcome === 'attended' && text.trim() ? priceError(priceText(text)) : undefined
  useFocusReturn()

  function run() {
    if (error || isPending) return
    mutate(
      { outcome, appointment, text },
      {
        onSuccess() {
          toast.success(done)
          onDone()
        },
        onError(failure) {
          toast.error(failureText(failure, failed))
          // What is asked now is about the appointment as it became elsewhere.
          setAppointment((known) => currentIn(failure) ?? known)
        },
      },
    )
  }

  return (
    <ConfirmDialog
      type={type}
      title={title}
      confirmText={confirm}
      cancelText="Volver"
      busy={isPending && busy}
      onConfirm={run}
      onCancel={onClose}
    >
      <div className="act">
        <p>
          <b>{appointment.client_name}</b>, {appointment.service_name}, {whenOf(appointment, today)}.
          {outcome === 'cancel' &&
            ` Se libera la hora y se le avisa ${toldBy}. Esta acción no se puede deshacer.`}
        </p>
        {outcome === 'attended' ? (
          <PriceField
            booked={appointment}
            currency={currency}
            text={text}
            error={error}
            onChange={setText}
            onEnter={run}
          />
        ) : (
          <ReasonField text={text} onChange={setText} />
        )}
      </div>
    </ConfirmDialog>
  )
}

interface Ending {
  outcome: Outcome
  appointment: Appointment
  /** The typed price or reason. */
  text: string
}

/** Records the outcome of an appointment. */
export const useOutcome = () => useAppointmentChange('outcome', send)

function send({ outcome, appointment, text }: Ending): Promise<Changed> {
  if (outcome === 'cancel') return cancelAppointment(appointment, text)
  const reason = text.trim()
  return recordAttendance(
    appointment,
    outcome === 'attended'
      ? { attendance_status: outcome, ...(!isBlank(text) && { actual_price: numberOf(priceText(text))! }) }
      : { attendance_status: outcome, ...(reason && { no_show_reason: reason }) },
  )
}
