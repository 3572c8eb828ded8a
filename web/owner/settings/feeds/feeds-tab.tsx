import { FEED_DELAY, FEED_SHOWS, FEED_SHOWS_TEXT, type FeedShows } from '#domain/feed.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../../account/session.ts'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { professionalsQuery } from '../../data/professionals.ts'
import { feedsQuery, makeFeed } from '../../data/team/feeds.ts'
import { failureText } from '../../parts/failures.ts'
import { Failed } from '../../parts/states.tsx'
import { seesAll } from '../../places.ts'
import '../team/team.css'
import { FeedRow } from './feed-row.tsx'
import './feeds.css'
import { MadeFeed } from './made-feed.tsx'

/** 'Ver mi agenda en otro calendario': a secret address for each agenda. */
export function FeedsTab() {
  const business = useSession().business!
  const [made, setMade] = useState<{ id: number; url: string }>()
  const { data: feeds, isError, error, refetch } = useQuery(feedsQuery())
  // What is shown stays where it could not be renewed: the address that was just made is shown but once.
  if (isError && !feeds)
    return <Failed title="No pudimos mostrar tus calendarios" error={error} onRetry={() => void refetch()} />
  return (
    <section className="card team set-main" aria-labelledby="feeds-title" aria-busy={!feeds}>
      <div className="team-h">
        <div>
          <h2 className="h2" id="feeds-title">
            Ver mi agenda en otro calendario
          </h2>
          <p className="small muted">
            Crea una dirección secreta y pégala en Google Calendar, en el calendario de tu iPhone o en
            Outlook. Allí verás tus citas; para cambiarlas, entra a enpunto. {FEED_DELAY}
          </p>
        </div>
      </div>
      {/* Another address ends the one that an agenda has: which have one must be known. */}
      {feeds && (
        <NewFeed
          seesAll={seesAll(business)}
          taken={feeds.map(({ professional_id }) => professional_id)}
          onMade={setMade}
        />
      )}
      {made && <MadeFeed url={made.url} />}
      {feeds && feeds.length > 0 && (
        <ul className="team-list">
          {feeds.map((feed) => (
            <FeedRow
              key={feed.id}
              feed={feed}
              isOwn={!seesAll(business)}
              timezone={business.timezone}
              onMade={setMade}
              onRemoved={() => setMade((last) => (last?.id === feed.id ? undefined : last))}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface NewProps {
  seesAll: boolean
  /** The agendas that have an address. */
  taken: (number | null)[]
  onMade: (made: { id: number; url: string }) => void
}

function NewFeed({ seesAll, taken, onMade }: NewProps) {
  const { data: professionals = [] } = useQuery({ ...professionalsQuery(), enabled: seesAll })
  const agendas: [value: string, label: string][] = seesAll
    ? [
        ['', 'Todo el equipo'],
        ...professionals.map((one): [string, string] => [String(one.id), one.professional_name]),
      ]
    : []
  const free = agendas.filter(([value]) => !taken.includes(value === '' ? null : Number(value)))
  const [chosen, setChosen] = useState('')
  const [shows, setShows] = useState<FeedShows>('full')
  const whose = free.some(([value]) => value === chosen) ? chosen : free[0]?.[0]
  const { mutate, isPending } = useMutation({
    mutationFn: () => makeFeed({ professional_id: whose || null, shows }),
    onSuccess: ({ feed, url }) => onMade({ id: feed.id, url }),
    onError: (failure) => void toast.error(failureText(failure, 'Error al crear la dirección')),
  })
  if (seesAll ? free.length === 0 : taken.length > 0) return null
  return (
    <div className="feed-new">
      {seesAll && (
        <Field id="feed-whose" label="Agenda">
          {(described) => (
            <select
              {...described}
              className="input"
              value={whose}
              onChange={({ target }) => setChosen(target.value)}
            >
              {free.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Field id="feed-shows" label="Qué muestra">
        {(described) => (
          <select
            {...described}
            className="input"
            value={shows}
            onChange={({ target }) => setShows(target.value as FeedShows)}
          >
            {FEED_SHOWS.map((value) => (
              <option key={value} value={value}>
                {FEED_SHOWS_TEXT[value]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {/* After the first press the form is about the next agenda. */}
      <button
        type="button"
        className="btn"
        data-once
        aria-disabled={isPending}
        onClick={() => isPending || mutate()}
      >
        {isPending && <span className="spinner" />}
        {isPending ? 'Creando...' : 'Crear dirección'}
      </button>
    </div>
  )
}
