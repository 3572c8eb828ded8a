import { useState } from 'react'
import type { MetaFunction } from 'react-router'
import { ownerApi, useSession } from '../../account/session.ts'
import { Icon } from '../../ui/icon.tsx'
import { plus } from '../../ui/icons-panel.ts'
import { toast } from '../../ui/toast.tsx'
import { ownerMeta } from '../head.ts'
import { PageHead } from '../page-head.tsx'
import { DeleteDialog } from '../parts/delete-dialog.tsx'
import { failureText } from '../parts/failures.ts'
import { CardSkeletons, Failed, matches, NothingFound, SearchBox } from '../parts/states.tsx'
import { useLoad, withItem } from '../parts/use-load.ts'
import { SelfCard } from '../professionals/self-card.tsx'
import { ArrangeDialog } from './arrange-dialog.tsx'
import { sort } from './icons.ts'
import { ServiceCard } from './service-card.tsx'
import { ServiceDialog } from './service-dialog.tsx'
import './services.css'
import { NoServices, Summary } from './summary.tsx'
import type { Service } from './types.ts'

export const meta: MetaFunction = (args) => ownerMeta(args, 'Servicios')

type Open = { view: 'form'; service?: Service } | { view: 'delete'; service: Service } | { view: 'order' }

const fetchServices = async () => (await ownerApi.get<{ services: Service[] }>('/api/services')).services

export default function Services() {
  const { state, load, change } = useLoad(fetchServices, 'Error cargando servicios')
  const { business } = useSession()
  const [open, setOpen] = useState<Open>()
  const [search, setSearch] = useState('')
  const services = state.status === 'ready' ? state.data : []
  const isEmpty = state.status === 'ready' && services.length === 0
  const currency = business?.currency ?? 'COP'
  const shown = services.filter((one) => matches(search, one.service_name, one.description))
  const create = () => setOpen({ view: 'form' })
  const close = () => setOpen(undefined)
  const store = (service: Service) => change((list) => withItem(list, service))

  async function toggle(service: Service) {
    try {
      const body = { ...service, image_url: undefined, is_active: !service.is_active }
      const answer = await ownerApi.put<{ service: Service }>(`/api/services/${service.id}`, body)
      store(answer.service)
      toast.success('Servicio actualizado exitosamente')
    } catch (error) {
      toast.error(failureText(error, 'Error al guardar el servicio'))
    }
  }

  return (
    <>
      <PageHead
        title="Servicios"
        actions={
          <>
            {(state.status === 'loading' || services.length > 1) && (
              <button
                type="button"
                // Its place is kept while nobody knows whether there is something to order.
                className={`btn btn-2${state.status === 'loading' ? ' unseen' : ''}`}
                aria-haspopup="dialog"
                onClick={() => setOpen({ view: 'order' })}
              >
                <Icon d={sort} />
                Ordenar
              </button>
            )}
            <button
              type="button"
              // Of an empty list, the drawing below has it; the line keeps its height.
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
        <Failed title="No pudimos mostrar tus servicios" reason={state.reason} onRetry={load} />
      )}
      {state.status !== 'failed' && (state.status === 'loading' || services.length > 0) && (
        <div className="sumrow">
          <Summary services={state.status === 'ready' ? services : undefined} currency={currency} />
          <div className="row search-row">
            <SearchBox label="Buscar servicio" value={search} onChange={setSearch} />
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
      {isEmpty && <NoServices onCreate={create} />}
      {services.length > 0 && <SelfCard />}
      {services.length > 0 && shown.length === 0 && (
        <NothingFound what="Ningún servicio" text={search} onClear={() => setSearch('')} />
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
          service={open.service}
          position={open.service ? services.indexOf(open.service) : services.length}
          currency={currency}
          onStored={store}
          onClose={close}
        />
      )}
      {open?.view === 'order' && (
        <ArrangeDialog services={services} onStored={(list) => change(() => list)} onClose={close} />
      )}
      {open?.view === 'delete' && (
        <DeleteDialog
          title="Eliminar servicio"
          name={open.service.service_name}
          path={`/api/services/${open.service.id}`}
          success="Servicio eliminado exitosamente"
          failure="Error al eliminar el servicio"
          onDeleted={() => {
            change((list) => list.filter(({ id }) => id !== open.service.id))
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
