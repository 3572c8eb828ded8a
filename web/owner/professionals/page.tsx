import { useState } from 'react'
import { Link, type MetaFunction } from 'react-router'
import { ownerApi } from '../../account/session.ts'
import '../../ui/banner.css'
import { Icon } from '../../ui/icon.tsx'
import { info, plus } from '../../ui/icons-panel.ts'
import { toast } from '../../ui/toast.tsx'
import { ownerMeta } from '../head.ts'
import { PageHead } from '../page-head.tsx'
import { DeleteDialog } from '../parts/delete-dialog.tsx'
import { failureText } from '../parts/failures.ts'
import { CardSkeletons, Failed, matches, NothingFound, SearchBox } from '../parts/states.tsx'
import { useLoad, withItem } from '../parts/use-load.ts'
import { NoProfessionals, ServicesFirst } from './empty.tsx'
import { fetchAll, loadFailure } from './fetch.ts'
import { ProfessionalCard } from './professional-card.tsx'
import { ProfessionalDialog } from './professional-dialog.tsx'
import './professionals.css'
import { Schedule } from './schedule.tsx'
import { specialtyNames } from './specialties.ts'
import type { Professional } from './types.ts'

export const meta: MetaFunction = (args) => ownerMeta(args, 'Profesionales')

type Open =
  { view: 'form'; professional?: Professional } | { view: 'delete' | 'schedule'; professional: Professional }

export default function Professionals() {
  const { state, load, change } = useLoad(fetchAll, loadFailure)
  const [open, setOpen] = useState<Open>()
  const [search, setSearch] = useState('')
  const { professionals, services } =
    state.status === 'ready' ? state.data : { professionals: [], services: [] }
  const isReady = state.status === 'ready'
  const cannotCreate = !isReady || services.length === 0
  const shown = professionals.filter(({ professional_name }) => matches(search, professional_name))
  const create = () => setOpen({ view: 'form' })
  const close = () => setOpen(undefined)
  const store = (one: Professional) =>
    change((data) => ({ ...data, professionals: withItem(data.professionals, one) }))

  async function toggle(one: Professional) {
    const { id, has_schedule, avatar_url, ...rest } = one
    try {
      const body = { ...rest, is_active: !one.is_active }
      const answer = await ownerApi.put<{ professional: Professional }>(`/api/professionals/${id}`, body)
      store(answer.professional)
      toast.success('Profesional actualizado exitosamente')
    } catch (error) {
      toast.error(failureText(error, 'Error al guardar el profesional'))
    }
  }

  return (
    <>
      <PageHead
        title="Profesionales"
        actions={
          <button type="button" className="btn only-d" disabled={cannotCreate} onClick={create}>
            <Icon d={plus} />
            Nuevo profesional
          </button>
        }
      />
      {state.status === 'failed' && (
        <Failed title="No pudimos mostrar tus profesionales" reason={state.reason} onRetry={load} />
      )}
      {(state.status === 'loading' || professionals.length > 0) && (
        <div className="row pro-search">
          <SearchBox label="Buscar profesional" value={search} onChange={setSearch} />
          <button
            type="button"
            className="btn btn-icon only-m"
            aria-label="Nuevo profesional"
            disabled={cannotCreate}
            onClick={create}
          >
            <Icon d={plus} />
          </button>
        </div>
      )}
      {state.status === 'loading' && (
        <CardSkeletons label="Cargando profesionales…" className="pc-skeleton" />
      )}
      {isReady && services.length === 0 && professionals.length === 0 && <ServicesFirst />}
      {isReady && services.length === 0 && professionals.length > 0 && (
        <p className="banner banner-info">
          <Icon d={info} />
          <span>
            Para agregar profesionales, primero crea un <Link to="/dashboard/services">servicio</Link>.
          </span>
        </p>
      )}
      {isReady && services.length > 0 && professionals.length === 0 && (
        <NoProfessionals onCreated={store} onCreate={create} />
      )}
      {professionals.length > 0 && shown.length === 0 && (
        <NothingFound what="Ningún profesional" text={search} onClear={() => setSearch('')} />
      )}
      {shown.length > 0 && (
        <ul className="cg">
          {shown.map((professional) => (
            <ProfessionalCard
              key={professional.id}
              professional={professional}
              specialties={specialtyNames(professional.specialties, services)}
              onSchedule={() => setOpen({ view: 'schedule', professional })}
              onEdit={() => setOpen({ view: 'form', professional })}
              onToggle={() => toggle(professional)}
              onDelete={() => setOpen({ view: 'delete', professional })}
            />
          ))}
        </ul>
      )}
      {open?.view === 'form' && (
        <ProfessionalDialog
          professional={open.professional}
          services={services}
          onStored={store}
          onClose={close}
        />
      )}
      {open?.view === 'schedule' && (
        <Schedule professional={open.professional} onStored={store} onClose={close} />
      )}
      {open?.view === 'delete' && (
        <DeleteDialog
          title="Eliminar profesional"
          name={open.professional.professional_name}
          path={`/api/professionals/${open.professional.id}`}
          success="Profesional eliminado exitosamente"
          failure="Error al eliminar el profesional"
          onDeleted={() => {
            const stays = ({ id }: Professional) => id !== open.professional.id
            change((data) => ({ ...data, professionals: data.professionals.filter(stays) }))
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
