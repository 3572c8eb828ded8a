import type { Professional } from '#domain/api/professional.ts'
import type { Appointment } from '../../../data/appointment.ts'
import { ConflictList } from '../../../left-over/conflict-list.tsx'
import { ConflictRow } from '../../../left-over/conflict-row.tsx'
import { isAhead } from './plan.ts'
import './plan.css'
import { TargetFields } from './target.tsx'
import type { Plan } from './use-plan.ts'

const ACTS = [
  ['move', 'Mover'],
  ['cancel', 'Cancelar y avisar'],
  ['leave', 'Dejar'],
] as const

interface Props {
  plan: Plan
  professionals: readonly Professional[]
}

/** The appointments in the time that is about to be blocked, and what is to become of each. */
export function PlanFields({ plan, professionals }: Props) {
  const { seen, ahead, mayChange } = plan
  if (seen.length === 0) return null
  const isOneDay = new Set(seen.map(({ appointment_date }) => appointment_date)).size === 1
  const isUndecided = seen.some(({ id }) => !plan.choices[id])
  return (
    <ConflictList
      label="Citas en ese tiempo"
      count={seen.length}
      hasMore={plan.hasMore}
      isBusy={plan.isRefreshing}
      onCancelAll={mayChange && ahead.length > 1 && plan.cancelAll}
    >
      {seen.map((appointment) => (
        <ConflictRow
          key={appointment.id}
          appointment={appointment}
          today={plan.now.date}
          isOneDay={isOneDay}
          isOnePerson={plan.body.professional_id !== null}
        >
          {mayChange && <Acts appointment={appointment} plan={plan} professionals={professionals} />}
        </ConflictRow>
      ))}
      {mayChange && ahead.length > 0 && isUndecided && (
        <p className="conf-r plan-note">Lo que no decidas ahora te lo preguntamos después de bloquear.</p>
      )}
    </ConflictList>
  )
}

function Acts({ appointment, plan, professionals }: Props & { appointment: Appointment }) {
  const { id, client_name } = appointment
  const choice = plan.choices[id]
  const canGo = isAhead(appointment, plan.now)
  return (
    <>
      <div className="plan-acts" role="group" aria-label={`Qué hacer con la cita de ${client_name}`}>
        {ACTS.filter(([act]) => canGo || act === 'leave').map(([act, label]) => (
          <button
            key={act}
            type="button"
            className={act === 'cancel' ? 'bad' : undefined}
            aria-pressed={choice?.act === act}
            onClick={() => choice?.act !== act && plan.choose(id, { act })}
          >
            {label}
          </button>
        ))}
      </div>
      {choice?.act === 'move' && canGo && (
        <TargetFields appointment={appointment} plan={plan} to={choice.to} professionals={professionals} />
      )}
    </>
  )
}
