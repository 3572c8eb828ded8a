import { amPm, relativeShortDate } from '#domain/dates.ts'
import { counted } from '#domain/numbers.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { warning } from '../../../../ui/icons-panel.ts'
import type { Appointment } from '../../../data/appointment.ts'
import '../../../left-over/conflicts.css'
import { isAhead } from './plan.ts'
import './plan.css'
import { Target } from './target.tsx'
import type { Plan } from './use-plan.ts'

const ACTS = [
  ['move', 'Mover'],
  ['cancel', 'Cancelar y avisar'],
  ['leave', 'Dejar'],
] as const

/** The appointments in the time that is about to be blocked, and what is to become of each. */
export function PlanFields({ plan, mayChange }: { plan: Plan; mayChange: boolean }) {
  const { seen, ahead } = plan
  if (seen.length === 0) return null
  return (
    <section className="conf" aria-label="Citas en ese tiempo" aria-busy={plan.isRefreshing}>
      <div className="conf-h">
        <span role="status">
          <Icon d={warning} />
          Hay {plan.hasMore ? 'más de ' : ''}
          {counted(seen.length, 'cita')} en ese tiempo
        </span>
        {mayChange && ahead.length > 1 && (
          <button type="button" onClick={plan.cancelAll}>
            Cancelar todas y avisar
          </button>
        )}
      </div>
      {seen.map((appointment) => (
        <Row key={appointment.id} appointment={appointment} plan={plan} mayChange={mayChange} />
      ))}
      {mayChange && ahead.length > 0 && (
        <p className="conf-r plan-note">Lo que no decidas ahora te lo preguntamos después de bloquear.</p>
      )}
    </section>
  )
}

function Row({ appointment, plan, mayChange }: { appointment: Appointment; plan: Plan; mayChange: boolean }) {
  const { id, client_name, service_name, professional_name, appointment_date, appointment_time } = appointment
  const choice = plan.choices[id]
  const isSystems = appointment.chosen_by === 'system'
  const canGo = isAhead(appointment, plan.now)
  return (
    <div className="conf-r">
      <span className="tm">
        <small>{relativeShortDate(appointment_date, plan.now.date)}</small>
        {amPm(appointment_time)}
      </span>
      <span>
        <b>{client_name || 'Reserva sin confirmar'}</b>
        <small>
          {service_name}, con {professional_name}
          {isSystems && '. Asignado por el sistema'}
        </small>
      </span>
      {mayChange && (
        <div className="seg plan-acts" role="group" aria-label={`Qué hacer con la cita de ${client_name}`}>
          {ACTS.filter(([act]) => canGo || act === 'leave').map(([act, label]) => (
            <button
              key={act}
              type="button"
              aria-pressed={choice?.act === act}
              onClick={() => choice?.act !== act && plan.choose(id, { act })}
            >
              {label}
            </button>
          ))}
        </div>
      )}
      {choice?.act === 'move' && canGo && (
        <Target
          appointment={appointment}
          body={plan.body}
          today={plan.now.date}
          to={choice.to}
          onChoose={(to) => plan.choose(id, { act: 'move', to })}
        />
      )}
    </div>
  )
}
