import type { Professional } from '#domain/api/professional.ts'
import { amPm, daysBetween, shortDate } from '#domain/dates.ts'
import { firstName } from '#domain/people-names.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Avatar } from '../../../../ui/avatar.tsx'
import { imageSrc } from '../../../../ui/image-src.ts'
import type { Appointment } from '../../../data/appointment.ts'
import { read } from '../../../data/read.ts'
import { firstDateFor, type Target, timesOutside } from './plan.ts'
import type { Plan } from './use-plan.ts'

interface Props {
  appointment: Appointment
  plan: Plan
  to: Target | undefined
  professionals: readonly Professional[]
}

const MOST_TIMES = 60
const FRESH = { staleTime: 0, gcTime: 0 }

/** Where an appointment may go: to somebody else at its time when its client had no preference, or to another time. */
export function TargetFields({ appointment, plan, to, professionals }: Props) {
  const { id } = appointment
  const canPass = appointment.chosen_by === 'system' && plan.body.professional_id !== null
  const people = useQuery({
    ...read('/api/appointments/:id/free-professionals', ({ professionals }) => professionals, {
      params: { id },
    }),
    ...FRESH,
    enabled: canPass,
  })
  const days = useQuery({
    ...read('/api/appointments/:id/free-times', ({ days }) => days, {
      params: { id },
      query: { from: firstDateFor(appointment, plan.now.date) },
    }),
    ...FRESH,
  })
  const other = canPass ? people.data?.[0] : undefined
  const times = plan.leftFor(appointment, timesOutside(days.data ?? [], appointment, plan.body))
  const isLoading = days.isPending || (canPass && people.isPending)
  const targets: Target[] = [...(other ? [{ professional_id: other.id }] : []), ...times]
  const chosen = to && keyOf(to)
  const isGone = to !== undefined && !targets.some((one) => keyOf(one) === chosen)
  // The first one is offered; what lies in the block by now, or was taken by another one of the list, is not kept.
  useEffect(() => {
    if (!isLoading && !days.isError && (!to || isGone)) plan.offer(appointment, targets)
  })

  if (isLoading)
    return (
      <p className="plan-to muted" role="status">
        Buscando a dónde…
      </p>
    )
  if (days.isError && !other)
    return (
      <p className="plan-to" role="status">
        No pudimos cargar las horas libres.
        <button type="button" className="btn btn-3 btn-sm" onClick={() => void days.refetch()}>
          Reintentar
        </button>
      </p>
    )
  if (targets.length === 0)
    return (
      <p className="plan-to muted" role="status">
        No hay horas libres cerca de esa fecha.
      </p>
    )
  const [nearest, ...later] = times
  const isLater = to && 'time' in to && nearest && chosen !== keyOf(nearest)
  const choose = (to: Target | undefined) => plan.choose(id, { act: 'move', to })
  return (
    <div className="plan-to" role="group" aria-label={`A dónde va la cita de ${appointment.client_name}`}>
      {other && (
        <button
          type="button"
          className="plan-chip"
          aria-pressed={chosen === String(other.id)}
          onClick={() => choose({ professional_id: other.id })}
        >
          <Avatar
            name={other.professional_name}
            src={imageSrc(professionals.find((one) => one.id === other.id)?.avatar_url, 160) ?? null}
            size="sm"
          />
          Pasar a {firstName(other.professional_name)} (libre)
        </button>
      )}
      {nearest && (
        <>
          {!other && <span>Pasarla a</span>}
          <button
            type="button"
            className="plan-chip"
            aria-pressed={chosen === keyOf(nearest)}
            onClick={() => choose(nearest)}
          >
            {whenText(nearest, plan.now.date)}
          </button>
        </>
      )}
      {later.length > 0 && (
        <select
          className="plan-chip"
          aria-label={`Otra hora para la cita de ${appointment.client_name}`}
          data-on={isLater || undefined}
          value={isLater ? chosen : ''}
          onChange={({ target }) => choose(later.find((one) => keyOf(one) === target.value))}
        >
          <option value="" disabled>
            Otra hora
          </option>
          {later.slice(0, MOST_TIMES).map((one) => (
            <option key={keyOf(one)} value={keyOf(one)}>
              {whenText(one, plan.now.date)}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}

const keyOf = (to: Target) => ('time' in to ? `${to.date} ${to.time}` : String(to.professional_id))

/** 'mañana, 10:00 am' */
function whenText({ date, time }: { date: string; time: string }, today: string): string {
  const ahead = daysBetween(today, date)
  return `${ahead === 0 ? 'hoy' : ahead === 1 ? 'mañana' : shortDate(date)}, ${amPm(time)}`
}
