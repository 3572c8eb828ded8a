import { useEffect, useRef, useState } from 'react'
import { type MetaFunction, useSearchParams } from 'react-router'
import { useSession } from '../../account/session.ts'
import { Icon } from '../../ui/icon.tsx'
import { onDemand } from '../../ui/loading/on-demand.tsx'
import { plus } from '../../ui/icons-panel.ts'
import { starts } from '../data/loader.ts'
import type { OwnerHandle } from '../data/preload.ts'
import { serviceDeleted, servicesArranged, servicesQuery, useServiceToggle } from '../data/services.ts'
import { useShown } from '../data/use-shown.ts'
import { ownerMeta } from '../head.ts'
import { PageHead } from '../parts/page-head.tsx'
import { useOpenDraft } from '../draft/use-draft.ts'
import { DeleteDialog } from '../parts/delete-dialog.tsx'
import { CardSkeletons, Failed, matches, NothingFound, SearchBox } from '../parts/states.tsx'
import { SelfCard } from '../parts/self/self-card.tsx'
import { CategoriesDialog } from './categories-dialog.tsx'
import { ArrangeDialog } from './arrange-dialog.tsx'
import { sort } from './icons.ts'
import { ServiceCard } from './service-card.tsx'
import { ServiceDialog } from './service-dialog.tsx'
import './services.css'
import { NoServices, Summary } from './summary.tsx'
import type { Service } from '#domain/api/service.ts'

export const meta: MetaFunction = (args) => ownerMeta(args, 'Servicios')

const firstQueries = () => [servicesQuery()]
export const handle: OwnerHandle = { title: 'Servicios', preload: firstQueries }
export const clientLoader = starts(firstQueries)
export { HydrateFallback } from '../data/loader.ts'

// Needed once in the life of a business.
const PackDialog = onDemand(
  () => import('./pack/pack-dialog.tsx'),
  (file) => file.default,
)

type Open =
  | { view: 'form'; service?: Service }
  | { view: 'delete'; service: Service }
  | { view: 'order' }
  | { view: 'categories' }
  | { view: 'pack' }

export default function Services() {
  const state = useShown(servicesQuery(), 'Error cargando servicios')
  const { mutate: toggle } = useServiceToggle()
  const { business } = useSession()
  const [open, setOpen] = useState<Open>()
  const [search, setSearch] = useState('')
  const searchBox = useRef<HTMLInputElement>(null)
  const clearSearch = () => {
    setSearch('')
    // The button goes with what it stood in.
    searchBox.current?.focus()
  }
  const services = state.data ?? []
  const isEmpty = state.status === 'ready' && services.length === 0
  const currency = business?.currency ?? 'COP'
  const shown = services.filter((one) => matches(search, one.service_name, one.description))
  const create = () => setOpen({ view: 'form' })
  const close = () => setOpen(undefined)
  useAskedPack(isEmpty, () => setOpen({ view: 'pack' }))
  useOpenDraft('servicio', state.status === 'ready', (row) => {
    const service = services.find(({ id }) => id === row)
    setOpen({ view: 'form', ...(service && { service }) })
  })
  useOpenDraft('servicios usuales', state.status === 'ready', () => setOpen({ view: 'pack' }))

  return (
    <>
      <PageHead
        title="Servicios"
        actions={
          <>
            {(state.status === 'loading' || services.length > 1) && (
              <button
                type="button"
                // Keeps its space while it is unknown whether there is a list to order.
                className={`btn btn-2${state.status === 'loading' ? ' unseen' : ''}`}
                aria-haspopup="dialog"
                onClick={() => setOpen({ view: 'order' })}
              >
                <Icon d={sort} />
                Ordenar
              </button>
            )}
            {services.length > 0 && (
              <button
                type="button"
                className="btn btn-2"
                aria-haspopup="dialog"
                onClick={() => setOpen({ view: 'categories' })}
              >
                Categorías
              </button>
            )}
            <button
              type="button"
              // The empty state has its own button; this one keeps the line's height.
              className={`btn only-d${isEmpty ? ' unseen' : ''}`}
              onClick={create}
            >
              <Icon d={plus} />
              Nuevo servicio
            </button>
          </>
        }
      />
      {state.status === 'failed' && (
        <Failed title="No pudimos mostrar tus servicios" error={state.error} onRetry={state.retry} />
      )}
      {state.status !== 'failed' && (state.status === 'loading' || services.length > 0) && (
        <div className="sumrow">
          <Summary services={state.status === 'ready' ? services : undefined} currency={currency} />
          <div className="row search-row">
            <SearchBox ref={searchBox} label="Buscar servicio" value={search} onChange={setSearch} />
            <button
              type="button"
              className="btn btn-icon only-m"
              aria-label="Nuevo servicio"
              onClick={create}
            >
              <Icon d={plus} />
            </button>
          </div>
        </div>
      )}
      {state.status === 'loading' && <CardSkeletons label="Cargando servicios…" className="sc-skeleton" />}
      {isEmpty && <NoServices onCreate={create} onPack={() => setOpen({ view: 'pack' })} />}
      {services.length > 0 && <SelfCard />}
      {services.length > 0 && shown.length === 0 && (
        <NothingFound what="Ningún servicio" text={search} onClear={clearSearch} />
      )}
      {shown.length > 0 && (
        <ul className="cg">
          {shown.map((service) => (
            <ServiceCard
              key={service.id}
              {...{ service, currency }}
              position={services.indexOf(service)}
              onEdit={() => setOpen({ view: 'form', service })}
              onToggle={() => toggle(service)}
              onDelete={() => setOpen({ view: 'delete', service })}
            />
          ))}
        </ul>
      )}
      {open?.view === 'form' && (
        <ServiceDialog
          service={services.find(({ id }) => id === open.service?.id) ?? open.service}
          position={positionOf(open.service, services)}
          currency={currency}
          onClose={close}
        />
      )}
      {open?.view === 'order' && (
        <ArrangeDialog services={services} onStored={servicesArranged} onClose={close} />
      )}
      {open?.view === 'pack' && <PackDialog currency={currency} onClose={close} />}
      {open?.view === 'categories' && <CategoriesDialog onClose={close} />}
      {open?.view === 'delete' && (
        <DeleteDialog
          title="Eliminar servicio"
          name={open.service.service_name}
          path="/api/services/:id"
          id={open.service.id}
          success="Servicio eliminado exitosamente"
          failure="Error al eliminar el servicio"
          onDeleted={() => {
            serviceDeleted(open.service.id)
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}

/** Of a new one, or one that somebody deleted meanwhile, behind all others. */
function positionOf(service: Service | undefined, services: Service[]): number {
  const at = services.findIndex(({ id }) => id === service?.id)
  return at === -1 ? services.length : at
}

/** Opens the usual services once when the address asks for them (?usuales=1) and there are none yet. */
function useAskedPack(isEmpty: boolean, open: () => void) {
  const [params, setParams] = useSearchParams()
  const isAsked = params.has('usuales')
  useEffect(() => {
    if (!isAsked || !isEmpty) return
    setParams({}, { replace: true })
    open()
    // The latest `open` does what the first one does.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isAsked, isEmpty])
}
