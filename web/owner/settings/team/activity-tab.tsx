import { amPm, clockTime, nowIn, relativeShortDate } from '#domain/dates.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { presentMs } from '../../../server-clock.ts'
import { useSession } from '../../../account/session.ts'
import { activityQuery } from '../../data/team/activity.ts'
import { Failed } from '../../parts/states.tsx'
import { useFocusNext } from '../../parts/use-focus-return.ts'
import './team.css'

/** Who did what in the business, the latest first; nobody can change it. */
export function ActivityTab() {
  const { timezone } = useSession().business!
  const [date, setDate] = useState('')
  const [person, setPerson] = useState(0)
  const query = useInfiniteQuery({
    ...activityQuery({ ...(date && { date }), ...(person && { user_id: person }) }),
    placeholderData: keepPreviousData,
  })
  const { data, isError, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const focusNext = useFocusNext()
  const activity = data?.pages.flatMap((page) => page.activity)
  const today = nowIn(timezone, presentMs()).date
  const momentOf = (at: string) => {
    const { date: day, minute } = nowIn(timezone, Date.parse(at))
    return `${relativeShortDate(day, today)}, ${amPm(clockTime(minute))}`
  }
  async function showMore(pressed: Element) {
    const { data } = await fetchNextPage()
    const first = data?.pages.at(-1)?.activity[0]
    if (first) focusNext(`.activity[data-id="${first.id}"]`, pressed)
  }
  if (isError && !data)
    return <Failed title="No pudimos mostrar la actividad" error={error} onRetry={() => void refetch()} />
  return (
    <section className="card team" aria-labelledby="activity-title" aria-busy={isFetching}>
      <div className="team-h">
        <div>
          <h2 className="h2" id="activity-title">
            Actividad
          </h2>
          <p className="small muted">Quién hizo qué. Se guarda 400 días y nadie puede cambiarla.</p>
        </div>
        <div className="activity-filter">
          <select
            className="input"
            aria-label="Persona"
            value={person}
            onChange={({ target }) => setPerson(Number(target.value))}
          >
            <option value={0}>Todas las personas</option>
            {data?.pages[0]!.people.map(({ user_id, user_name }) => (
              <option key={user_id} value={user_id}>
                {user_name}
              </option>
            ))}
          </select>
          <span className="activity-day" data-none={date === '' ? 'Todos los días' : undefined}>
            <input
              type="date"
              className="input"
              aria-label="Día"
              max={today}
              value={date}
              onChange={({ target }) => setDate(target.value)}
            />
          </span>
        </div>
      </div>
      <ul className="team-list">
        {activity?.map(({ id, user_name, text, at }) => (
          <li key={id} className="activity" data-id={id} tabIndex={-1}>
            <span>
              {user_name ? (
                <>
                  <b>{user_name}</b> {text}
                </>
              ) : (
                text.charAt(0).toUpperCase() + text.slice(1)
              )}
            </span>
            <small className="muted num">{momentOf(at)}</small>
          </li>
        ))}
      </ul>
      {activity?.length === 0 && (
        <p className="muted activity-none" role="status">
          {noneText(date !== '', person !== 0)}
        </p>
      )}
      {hasNextPage && (
        <button
          type="button"
          className="btn btn-3 activity-more"
          aria-disabled={isFetchingNextPage}
          onClick={({ currentTarget }) => !isFetchingNextPage && void showMore(currentTarget)}
        >
          {isFetchingNextPage && <span className="spinner" />}
          {isError ? 'No se pudo mostrar más. Reintentar' : 'Ver más'}
        </button>
      )}
    </section>
  )
}

function noneText(isOfDay: boolean, isOfPerson: boolean): string {
  if (isOfPerson) return isOfDay ? 'Esa persona no hizo nada ese día.' : 'De esa persona no hay actividad.'
  return isOfDay ? 'Ese día no pasó nada.' : 'Todavía no hay actividad.'
}
