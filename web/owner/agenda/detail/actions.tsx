import { canCancel, canEdit, canMarkAttendance, type Moment } from '#domain/appointment.ts'
import { Icon } from '../../../ui/icon.tsx'
import { calendarPlus, check, close, retry } from '../../../ui/icons.ts'
import { edit } from '../../../ui/icons-panel.ts'
import type { Step } from '../../data/appointment-changes.ts'
import type { Appointment } from '../../data/appointment.ts'
import { type Action, ActionMenu } from '../../parts/action-menu.tsx'
import { arrived, checks, move } from '../../parts/icons.ts'
import type { Outcome } from '../outcome-dialog.tsx'
import { nextStep } from './visit.tsx'

interface Props {
  appointment: Appointment
  now: Moment
  /** Whether it may be moved, changed and cancelled by whoever looks at it. */
  books: boolean
  onMove: (appointment: Appointment) => void
  onOutcome: (outcome: Outcome, appointment: Appointment) => void
}

/** The actions for an open appointment; the last button is the next step. Three have room on a phone: the others stand in the menu. */
export function Actions({
  appointment,
  now,
  books,
  onMove,
  onOutcome,
  onStep,
}: Props & { onStep: (step: Step) => void }) {
  const hasBegun = !canMarkAttendance(appointment, now)
  const step = nextStep(appointment, now)
  return (
    <>
      {hasBegun ? (
        <button
          type="button"
          className="btn btn-danger-2 start"
          onClick={() => onOutcome('no_show', appointment)}
        >
          No asistió
        </button>
      ) : (
        mayCancel(appointment, now, books) && (
          <button
            type="button"
            className="btn btn-danger-2 start"
            onClick={() => onOutcome('cancel', appointment)}
          >
            Cancelar cita
          </button>
        )
      )}
      {books && !(hasBegun && step) && (
        <button type="button" className="btn btn-2" onClick={() => onMove(appointment)}>
          <Icon d={move} />
          Mover
        </button>
      )}
      {step && (
        <button type="button" className={hasBegun ? 'btn btn-2' : 'btn pri'} onClick={() => onStep(step)}>
          <Icon d={step === 'arrived' ? arrived : check} />
          {step === 'arrived' ? 'Llegó' : 'Confirmó'}
        </button>
      )}
      {hasBegun && (
        <button type="button" className="btn pri" onClick={() => onOutcome('attended', appointment)}>
          <Icon d={checks} />
          Asistió
        </button>
      )}
    </>
  )
}

interface HeadProps extends Props {
  /** What was noted last, and can be taken back. */
  step: Step | undefined
  onEdit: (appointment: Appointment) => void
  onUndo: (step: Step) => void
  onSave: () => void
}

/** Beside the title: what is done about an appointment now and then. */
export function HeadActions({ appointment, now, books, step, ...on }: HeadProps) {
  const isOpen = !canEdit(appointment)
  const hasBegun = !canMarkAttendance(appointment, now)
  const rest: Action[] = [
    {
      label: appointment.status === 'cancelled' ? 'Quitar del calendario' : 'Agregar al calendario',
      icon: calendarPlus,
      onPress: on.onSave,
    },
    ...(step
      ? [
          {
            label: `Quitar «${step === 'arrived' ? 'Llegó' : 'Confirmó'}»`,
            icon: retry,
            onPress: () => on.onUndo(step),
          },
        ]
      : []),
    ...(isOpen && books && hasBegun && nextStep(appointment, now)
      ? [{ label: 'Mover', icon: move, onPress: () => on.onMove(appointment) }]
      : []),
    ...(isOpen && hasBegun && mayCancel(appointment, now, books)
      ? [
          {
            label: 'Cancelar cita',
            icon: close,
            isDanger: true,
            onPress: () => on.onOutcome('cancel', appointment),
          },
        ]
      : []),
  ]
  return (
    <>
      {isOpen && books && (
        <button type="button" className="det-edit" onClick={() => on.onEdit(appointment)}>
          <Icon d={edit} />
          <span>Editar</span>
        </button>
      )}
      <ActionMenu label="Más acciones" actions={rest} className="det-x" />
    </>
  )
}

const mayCancel = (appointment: Appointment, { date }: Moment, books: boolean) =>
  books && !canCancel(appointment, date)
