import type { Answer } from '#domain/api/calls.ts'
import { addDays, longDate } from '#domain/dates.ts'
import { levelOf, PART_NAMES, STATE_NAMES, STATUS_DAYS, worked, type StatusDay } from '#domain/status.ts'
import { data, useLoaderData, type MetaFunction } from 'react-router'
import { contexts } from '../../context.ts'
import { head } from '../../head.ts'
import type { Route } from './+types/page'
import './status.css'

export const meta: MetaFunction = (args) =>
  head(args, {
    title: 'Estado del servicio',
    description: 'Qué funciona ahora en enpunto y cómo ha funcionado en los últimos 90 días.',
  })

type Status = Pick<Answer<'GET /api/status'>, 'today' | 'parts'>
type Part = Status['parts'][number]

/** Without an answer there is something to say, too: this page needs no database to say it. */
export async function loader({ context }: Route.LoaderArgs) {
  const answer = await context
    .get(contexts.api)('/api/status')
    .catch(() => undefined)
  const body = answer?.body as Answer<'GET /api/status'> | undefined
  if (answer?.status !== 200 || !body) return data({ status: null }, 503)
  const { today, parts } = body
  return data({ status: { today, parts } satisfies Status }, 200)
}

export default function StatusPage() {
  const { status } = useLoaderData<typeof loader>()
  return (
    <div className="status">
      <h1 className="h1">Estado del servicio</h1>
      {status ? <Parts {...status} /> : <Unreached />}
    </div>
  )
}

const Unreached = () => (
  <p className="status-now" data-state="down">
    En este momento no se puede reservar ni consultar el estado. Ya lo estamos revisando.
  </p>
)

function Parts({ today, parts }: Status) {
  const down = parts.filter(({ state }) => state === 'down')
  const isKnown = parts.every(({ state }) => state !== 'unknown')
  const state = down.length > 0 ? 'down' : isKnown ? 'works' : 'unknown'
  return (
    <>
      <p className="status-now" data-state={state}>
        {state === 'works' && 'Todo funciona'}
        {state === 'unknown' && 'No hay datos de los últimos minutos'}
        {state === 'down' && `Con fallas ahora: ${down.map(({ part }) => PART_NAMES[part]).join(', ')}`}
      </p>
      {parts.map((part) => (
        <PartRow key={part.part} today={today} {...part} />
      ))}
      <p className="muted status-legend">
        Una barra por día, de los últimos {STATUS_DAYS}, con la hora de Colombia. Se mira cada minuto.
      </p>
    </>
  )
}

function PartRow({ part, state, days, today }: Part & { today: string }) {
  const known = new Map(days.map((day) => [day.day, day]))
  const all = Array.from({ length: STATUS_DAYS }, (_, n): StatusDay => {
    const day = addDays(today, n + 1 - STATUS_DAYS)
    return known.get(day) ?? { day, minutes: 0, down: 0 }
  })
  const share = worked(days)
  const bad = days.filter(({ down }) => down > 0).toReversed()
  return (
    <section className="status-part" aria-labelledby={`part-${part}`}>
      <div className="status-title">
        <h2 id={`part-${part}`}>{PART_NAMES[part]}</h2>
        <span className="status-state" data-state={state}>
          {STATE_NAMES[state]}
        </span>
      </div>
      <div className="status-bars" aria-hidden>
        {all.map((day) => (
          <i key={day.day} data-level={levelOf(day)} />
        ))}
      </div>
      <p className="muted status-share">
        {share === undefined ? 'Todavía no hay datos.' : `Funcionó el ${share} del tiempo.`}
      </p>
      {bad.length > 0 && (
        <details>
          <summary>{bad.length === 1 ? 'Un día con fallas' : `${bad.length} días con fallas`}</summary>
          <ul>
            {bad.map(({ day, down }) => (
              <li key={day}>
                {longDate(day)}: {down === 1 ? '1 minuto' : `${down} minutos`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
