import { useRef, useState } from 'react'
import { type MetaFunction } from 'react-router'
import '../../ui/banner.css'
import { Icon } from '../../ui/icon.tsx'
import { info, plus } from '../../ui/icons-panel.ts'
import { starts } from '../data/loader.ts'
import type { OwnerHandle } from '../data/preload.ts'
import {
  professionalDeleted,
  professionalsQuery,
  professionalStored,
  useProfessionalToggle,
} from '../data/professionals.ts'
import { servicesQuery } from '../data/services.ts'
import { useShown } from '../data/use-shown.ts'
import { ownerMeta } from '../head.ts'
import { PageHead } from '../parts/page-head.tsx'
import { useOpenDraft } from '../draft/use-draft.ts'
import { DeleteDialog } from '../parts/delete-dialog.tsx'
import { CardSkeletons, Failed, matches, NothingFound, SearchBox } from '../parts/states.tsx'
import { NoProfessionals, ServicesFirst } from './empty.tsx'
import { ProfessionalCard } from './professional-card.tsx'
import { ProfessionalDialog } from './professional-dialog.tsx'
import './professionals.css'
import { Schedule } from './schedule.tsx'
import { specialtyNames } from './specialties.ts'
import type { Professional } from '#domain/api/professional.ts'
import { Link } from '../parts/link.tsx'

export const meta: MetaFunction = (args) => ownerMeta(args, 'Profesionales')

const firstQueries = () => [professionalsQuery(), servicesQuery()]
export const handle: OwnerHandle = { title: 'Profesionales', preload: firstQueries }
export const clientLoader = starts(firstQueries)
export { HydrateFallback } from '../data/loader.ts'

type Open =
  { view: 'form'; professional?: Professional } | { view: 'delete' | 'schedule'; professional: Professional }

export default function Professionals() {
  const offer = useShown(servicesQuery(), 'Error cargando datos')
  const people = useShown(
    professionalsQuery(),
    offer.status === 'ready' ? 'Error cargando profesionales' : undefined,
  )
  const { mutate: toggle } = useProfessionalToggle()
  const [open, setOpen] = useState<Open>()
  const [search, setSearch] = useState('')
  const searchBox = useRef<HTMLInputElement>(null)
  const clearSearch = () => {
    setSearch('')
    // The button goes with what it stood in.
    searchBox.current?.focus()
  }
  const failed = [offer, people].find((part) => part.status === 'failed')
  const isReady = offer.status === 'ready' && people.status === 'ready'
  const isLoading = !isReady && !failed
  const professionals = (isReady && people.data) || []
  const services = (isReady && offer.data) || []
  const shown = professionals.filter(({ professional_name }) => matches(search, professional_name))
  const cannotCreate = services.length === 0
  const create = () => setOpen({ view: 'form' })
  const close = () => setOpen(undefined)
  useOpenDraft('profesional', isReady && services.length > 0, (row) => {
    const professional = professionals.find(({ id }) => id === row)
    setOpen({ view: 'form', ...(professional && { professional }) })
  })
  useOpenDraft('horario propio', isReady, (row) => {
    const professional = professionals.find(({ id }) => id === row)
    if (professional) setOpen({ view: 'schedule', professional })
  })

  function retry() {
    for (const part of [offer, people]) if (part.status === 'failed') part.retry()
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
      {failed && <Failed title="No pudimos mostrar tus profesionales" error={failed.error} onRetry={retry} />}
      {(isLoading || professionals.length > 0) && (
        <div className="row pro-search">
          <SearchBox ref={searchBox} label="Buscar profesional" value={search} onChange={setSearch} />
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
      {isLoading && <CardSkeletons label="Cargando profesionales…" className="pc-skeleton" />}
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
        <NoProfessionals onCreated={professionalStored} onCreate={create} />
      )}
      {professionals.length > 0 && shown.length === 0 && (
        <NothingFound what="Ningún profesional" text={search} onClear={clearSearch} />
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
          professional={professionals.find(({ id }) => id === open.professional?.id) ?? open.professional}
          services={services}
          onClose={close}
        />
      )}
      {open?.view === 'schedule' && <Schedule professional={open.professional} onClose={close} />}
      {open?.view === 'delete' && (
        <DeleteDialog
          title="Eliminar profesional"
          name={open.professional.professional_name}
          path="/api/professionals/:id"
          id={open.professional.id}
          success="Profesional eliminado exitosamente"
          failure="Error al eliminar el profesional"
          onDeleted={() => {
            professionalDeleted(open.professional.id)
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
