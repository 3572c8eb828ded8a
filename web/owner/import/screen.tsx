import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { may, useSession } from '../../account/session.ts'
import '../../ui/field.css'
import { Icon } from '../../ui/icon.tsx'
import { arrowLeft, check } from '../../ui/icons.ts'
import { WaitingRows } from '../../ui/listing/waiting-rows.tsx'
import { importQuery, isAtWork, type Kind } from '../data/imports/import.ts'
import { useShown } from '../data/use-shown.ts'
import { Link } from '../parts/link.tsx'
import { Failed } from '../parts/states.tsx'
import { AgendaReview } from './agenda/review.tsx'
import { History } from './history.tsx'
import './import.css'
import { Progress, Result } from './result.tsx'
import { Review } from './review.tsx'
import { Upload } from './upload.tsx'

const OF = {
  clients: { title: 'Importar clientes', back: 'Clientes', to: '/dashboard/clients' },
  appointments: { title: 'Importar citas', back: 'Citas', to: '/dashboard/appointments' },
} as const

/** Brings a list along: the file, a look at what it would do, and the import. */
export function ImportScreen({ kind }: { kind: Kind }) {
  const business = useSession().business!
  const [search, setSearch] = useSearchParams()
  const id = Number(search.get('id')) || undefined
  if (!may(business, 'clients:import')) return <Navigate to="/dashboard/clients" replace />
  const open = (next: number | undefined) => setSearch(next === undefined ? {} : { id: String(next) })
  return id === undefined ? (
    <>
      <Head kind={kind} step={1} />
      <Lists kind={kind} />
      <Upload kind={kind} onSent={open} />
      <History kind={kind} onOpen={open} timezone={business.timezone} />
    </>
  ) : (
    <One key={id} kind={kind} id={id} timezone={business.timezone} onLeave={() => open(undefined)} />
  )
}

interface OneProps {
  kind: Kind
  id: number
  timezone: string
  onLeave: () => void
}

function One({ kind, id, timezone, onLeave }: OneProps) {
  const state = useShown(importQuery(id), 'Error cargando la importación')
  const { status, data } = state
  useListRenewed(data !== undefined && isAtWork(data))
  return (
    <>
      <Head kind={data?.kind ?? kind} step={data === undefined || data.state === 'draft' ? 2 : 3} />
      {status === 'failed' && (
        <Failed title="No pudimos mostrar la importación" error={state.error} onRetry={state.retry} />
      )}
      {status === 'loading' && (
        <div className="card late" role="status">
          <span className="sr">Cargando la importación…</span>
          <WaitingRows />
        </div>
      )}
      {data?.state === 'draft' &&
        (data.kind === 'clients' ? (
          <Review list={data} onLeave={onLeave} />
        ) : (
          <AgendaReview list={data} onLeave={onLeave} />
        ))}
      {data && isAtWork(data) && <Progress list={data} />}
      {data && data.state !== 'draft' && !isAtWork(data) && (
        <Result list={data} timezone={timezone} onAnother={onLeave} />
      )}
    </>
  )
}

/** When the work is done, the lists of clients and of appointments are others. */
function useListRenewed(isWorking: boolean) {
  const client = useQueryClient()
  const was = useRef(isWorking)
  useEffect(() => {
    if (was.current && !isWorking)
      for (const queryKey of [['clients'], ['appointments']]) void client.invalidateQueries({ queryKey })
    was.current = isWorking
  }, [client, isWorking])
}

const LISTS = [
  { kind: 'clients', to: '/dashboard/clients/import', text: 'Mis clientes' },
  { kind: 'appointments', to: '/dashboard/appointments/import', text: 'Mis citas futuras' },
] as const

/** What somebody who comes from another agenda brings along. */
function Lists({ kind }: { kind: Kind }) {
  return (
    <nav className="imp-lists" aria-labelledby="import-lists">
      <h2 className="h3" id="import-lists">
        Vengo de otra agenda
      </h2>
      <span className="seg">
        {LISTS.map((each) => (
          <Link key={each.kind} to={each.to} aria-current={each.kind === kind ? 'page' : undefined}>
            {each.text}
          </Link>
        ))}
      </span>
    </nav>
  )
}

const STEPS = ['Archivo', 'Revisar', 'Importar']

function Head({ kind, step }: { kind: Kind; step: 1 | 2 | 3 }) {
  const { title, back, to } = OF[kind]
  return (
    <>
      <Link className="imp-back" to={to}>
        <Icon d={arrowLeft} />
        {back}
      </Link>
      <div className="pg-h imp-head">
        <h1 className="h1">{title}</h1>
        <ol className="imp-steps" aria-label="Pasos">
          {STEPS.map((name, index) => (
            <li
              key={name}
              className={index + 1 < step ? 'done' : undefined}
              aria-current={index + 1 === step ? 'step' : undefined}
            >
              <span className="n">
                {index + 1 < step ? <Icon d={check} className="icon-sm" /> : index + 1}
              </span>
              {name}
            </li>
          ))}
        </ol>
      </div>
    </>
  )
}
