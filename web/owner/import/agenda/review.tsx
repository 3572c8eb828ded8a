import { AGENDA_LABELS, type AgendaTarget } from '#domain/import/agenda-columns.ts'
import { useQuery } from '@tanstack/react-query'
import { Icon } from '../../../ui/icon.tsx'
import { shield } from '../../../ui/icons.ts'
import { type AgendaBody, type Import, sayAgenda } from '../../data/imports/import.ts'
import { professionalsQuery } from '../../data/professionals.ts'
import { servicesQuery } from '../../data/services.ts'
import { Columns } from '../columns.tsx'
import { Counts } from '../counts.tsx'
import { Errors } from '../errors.tsx'
import { FileCard } from '../file-card.tsx'
import { Problem } from '../said-problem.tsx'
import { useSaid } from '../use-said.ts'
import { useStart } from '../use-start.ts'
import { Choices } from './choices.tsx'
import { StartBar } from '../start-bar.tsx'
import { Names } from './names.tsx'

const KINDS = [
  { kind: 'new', text: 'Nuevas', tone: 'var(--verde-500)' },
  { kind: 'known', text: 'Ya están', tone: 'var(--n-400)' },
  { kind: 'error', text: 'Con errores', tone: 'var(--aji-500)' },
] as const

/** What importing a list of appointments would do, before anything is stored. */
export function AgendaReview({ list, onLeave }: { list: Import; onLeave: () => void }) {
  const { said, isLooking, problem, choose } = useSaid(list, saidOf(list), sayAgenda)
  const { data: services = [] } = useQuery(servicesQuery())
  const { data: professionals = [] } = useQuery(professionalsQuery())
  const { counts, agenda } = list
  const all = counts?.new ?? 0
  const { isStarting, start } = useStart(list.id, !isLooking && !problem && all > 0)
  /** The names that are known stay as they show: what was once recognised is not recognised anew. */
  const chooseName = (kind: 'services' | 'professionals') => (name: string, id: number | null) =>
    choose({
      ...said,
      [kind]: [...(said[kind] ?? []).filter((each) => each.name !== name), { name, id }],
    })

  return (
    <div className="imp-review">
      <FileCard list={list}>
        <button type="button" className="btn btn-2 btn-sm" onClick={onLeave}>
          Cambiar
        </button>
      </FileCard>
      <Problem problem={problem} isLooking={isLooking} />
      <Counts kinds={KINDS} counts={counts} isLooking={isLooking} />
      <Columns
        list={list}
        labels={AGENDA_LABELS}
        mapping={said.mapping}
        onChange={(mapping) => {
          const { order, ...rest } = said
          // Another column of dates has an order of its own.
          const isSame = mapping.indexOf('date') === said.mapping.indexOf('date')
          choose({ ...rest, mapping, ...(isSame && order && { order }) })
        }}
      />
      {agenda && agenda.services.length > 0 && (
        <Names
          title="Servicios"
          text="Dinos a cuál de tus servicios corresponde cada uno."
          noun="servicio"
          found={agenda.services}
          known={services
            .filter((each) => each.is_active)
            .map((each) => ({ id: each.id, name: each.service_name }))}
          onChange={chooseName('services')}
        />
      )}
      {agenda && agenda.professionals.length > 0 && (
        <Names
          title="Profesionales"
          text="Dinos quién de tu equipo es cada uno."
          noun="profesional"
          found={agenda.professionals}
          known={professionals
            .filter((each) => each.is_active)
            .map((each) => ({ id: each.id, name: each.professional_name }))}
          onChange={chooseName('professionals')}
        />
      )}
      {agenda && <Choices list={list} said={said} onChange={choose} />}
      {counts && counts.error > 0 && <Errors list={list} />}
      <p className="small muted imp-safe">
        <Icon d={shield} />
        <span>
          No enviaremos publicidad a clientes importados hasta que lo acepten. Los recordatorios salen como
          los de cualquier cita.
        </span>
      </p>
      <StartBar
        count={all}
        thing="cita"
        isBusy={isStarting}
        isLooking={isLooking}
        isUnsaid={problem !== undefined}
        onStart={start}
        onLeave={onLeave}
      />
    </div>
  )
}

/** What was said so far, or what the file seems to be. */
function saidOf({ mapping, guesses, agenda }: Import): AgendaBody {
  const chosen = (names: { name: string; id: number | null; is_sure: boolean }[] = []) =>
    names.flatMap(({ name, id, is_sure }) => (is_sure ? [{ name, id }] : []))
  return {
    mapping: (mapping ?? guesses.map(({ target }) => target)) as AgendaTarget[],
    services: chosen(agenda?.services),
    professionals: chosen(agenda?.professionals),
    outside_hours: agenda?.outside_hours ?? false,
    tells_clients: agenda?.tells_clients ?? false,
    // What was said before the screen was opened again still counts.
    ...(agenda && !agenda.order_is_sure && { order: agenda.order }),
  }
}
