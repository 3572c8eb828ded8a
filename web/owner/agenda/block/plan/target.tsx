import { amPm, daysBetween, shortDate } from '#domain/dates.ts'
import { firstName } from '#domain/people-names.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Appointment } from '../../../data/appointment.ts'
import { read } from '../../../data/read.ts'
import type { TimeOffBody } from '../../../data/time-off.ts'
import { type Choice, timesOutside } from './plan.ts'

type To = Extract<Choice, { act: 'move' }>['to']

interface Props {
  appointment: Appointment
  body: TimeOffBody
  today: string
  to: To
  onChoose: (to: To) => void
}

const MOST_TIMES = 60
const FRESH = { staleTime: 0, gcTime: 0 }

/** Where an appointment may go: to somebody else at its time when its client had no preference, or to another time. */
export function Target({ appointment, body, today, to, onChoose }: Props) {
  const { id } = appointment
  const canPass = appointment.chosen_by === 'system' && body.professional_id !== null
  const people = useQuery({
    ...read('/api/appointments/:id/free-professionals', ({ professionals }) => professionals, {
      params: { id },
    }),
    ...FRESH,
    enabled: canPass,
  })
  const days = useQuery({
    ...read('/api/appointments/:id/free-times', ({ days }) => days, { params: { id }, query: {} }),
    ...FRESH,
  })
  const other = canPass ? people.data?.[0] : undefined
  const times = timesOutside(days.data ?? [], appointment, body).slice(0, MOST_TIMES)
  const isLoading = days.isPending || (canPass && people.isPending)
  const first = other ? { professional_id: other.id } : times[0]
  const chosen = to && keyOf(to)
  const isGone = to && 'time' in to && !isLoading && !times.some((one) => keyOf(one) === chosen)
  // The first one is offered; a time that has come into the block meanwhile is not kept.
  useEffect(() => {
    if (!isLoading && first && (!to || isGone)) onChoose(first)
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
  if (!first)
    return (
      <p className="plan-to muted" role="status">
        No hay horas libres en los próximos días.
      </p>
    )
  const [nearest] = times
  const isOther = chosen !== undefined && to && 'time' in to && nearest && chosen !== keyOf(nearest)
  return (
    <div className="plan-to" role="group" aria-label={`A dónde va la cita de ${appointment.client_name}`}>
      {other && (
        <button
          type="button"
          className="plan-chip"
          aria-pressed={chosen === String(other.id)}
          onClick={() => onChoose({ professional_id: other.id })}
        >
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
            onClick={() => onChoose(nearest)}
          >
            {whenText(nearest, today)}
          </button>
        </>
      )}
      {times.length > 1 && (
        <select
          className="plan-chip"
          aria-label={`Otra hora para la cita de ${appointment.client_name}`}
          data-on={isOther || undefined}
          value={isOther ? chosen : ''}
          onChange={({ target }) => onChoose(times.find((one) => keyOf(one) === target.value))}
        >
          <option value="" disabled>
            Otra hora
          </option>
          {times.slice(1).map((one) => (
            <option key={keyOf(one)} value={keyOf(one)}>
              {whenText(one, today)}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}

const keyOf = (to: NonNullable<To>) => ('time' in to ? `${to.date} ${to.time}` : String(to.professional_id))

/** 'mañana, 10:00 am' */
function whenText({ date, time }: { date: string; time: string }, today: string): string {
  const ahead = daysBetween(today, date)
  return `${ahead === 0 ? 'hoy' : ahead === 1 ? 'mañana' : shortDate(date)}, ${amPm(time)}`
}
