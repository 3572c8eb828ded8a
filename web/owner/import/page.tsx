import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type MetaFunction, Navigate, useSearchParams } from 'react-router'
import { may, useSession } from '../../account/session.ts'
import '../../ui/field.css'
import { Icon } from '../../ui/icon.tsx'
import { arrowLeft, check } from '../../ui/icons.ts'
import { WaitingRows } from '../../ui/listing/waiting-rows.tsx'
import { importQuery, importsQuery, isAtWork } from '../data/imports/import.ts'
import { starts } from '../data/loader.ts'
import type { OwnerHandle } from '../data/preload.ts'
import { useShown } from '../data/use-shown.ts'
import { ownerMeta } from '../head.ts'
import { Link } from '../parts/link.tsx'
import { Failed } from '../parts/states.tsx'
import { History } from './history.tsx'
import './import.css'
import { Progress, Result } from './result.tsx'
import { Review } from './review.tsx'
import { Upload } from './upload.tsx'

export const meta: MetaFunction = (args) => ownerMeta(args, 'Importar clientes')

const firstQueries = () => [importsQuery()]
export const handle: OwnerHandle = { title: 'Importar clientes', preload: firstQueries }
export const clientLoader = starts(firstQueries)
export { HydrateFallback } from '../data/loader.ts'

/** Brings a list of clients along: the file, a look at what it would do, and the import. */
export default function ImportPage() {
  const business = useSession().business!
  const [search, setSearch] = useSearchParams()
  const id = Number(search.get('id')) || undefined
  if (!may(business, 'clients:import')) return <Navigate to="/dashboard/clients" replace />
  const open = (next: number | undefined) => setSearch(next === undefined ? {} : { id: String(next) })
  return id === undefined ? (
    <>
      <Head step={1} />
      <Upload onSent={open} />
      <History onOpen={open} timezone={business.timezone} />
    </>
  ) : (
    <One key={id} id={id} timezone={business.timezone} onLeave={() => open(undefined)} />
  )
}

interface OneProps {
  id: number
  timezone: string
  onLeave: () => void
}

function One({ id, timezone, onLeave }: OneProps) {
  const state = useShown(importQuery(id), 'Error cargando la importación')
  const { status, data } = state
  useListRenewed(data !== undefined && isAtWork(data))
  return (
    <>
      <Head step={data === undefined || data.state === 'draft' ? 2 : 3} />
      {status === 'failed' && (
        <Failed title="No pudimos mostrar la importación" reason={state.reason} onRetry={state.retry} />
      )}
      {status === 'loading' && (
        <div className="card late" role="status">
          <span className="sr">Cargando la importación…</span>
          <WaitingRows />
        </div>
      )}
      {data?.state === 'draft' && <Review list={data} onLeave={onLeave} />}
      {data && isAtWork(data) && <Progress list={data} />}
      {data && data.state !== 'draft' && !isAtWork(data) && (
        <Result list={data} timezone={timezone} onAnother={onLeave} />
      )}
    </>
  )
}

/** When the work is done, the list of clients is another. */
function useListRenewed(isWorking: boolean) {
  const client = useQueryClient()
  const was = useRef(isWorking)
  useEffect(() => {
    if (was.current && !isWorking) void client.invalidateQueries({ queryKey: ['clients'] })
    was.current = isWorking
  }, [client, isWorking])
}

const STEPS = ['Archivo', 'Revisar', 'Importar']

function Head({ step }: { step: 1 | 2 | 3 }) {
  return (
    <>
      <Link className="imp-back" to="/dashboard/clients">
        <Icon d={arrowLeft} />
        Clientes
      </Link>
      <div className="pg-h imp-head">
        <h1 className="h1">Importar clientes</h1>
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
