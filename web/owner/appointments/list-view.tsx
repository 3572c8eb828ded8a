import { counted } from '#domain/numbers.ts'
import { useEffect, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Appointment } from '../calendar/appointment.ts'
import { failureText } from '../parts/failures.ts'
import { Failed } from '../parts/states.tsx'
import type { Catalogue } from './catalogue.ts'
import { downloadCsv } from './fetch.ts'
import { FilterFields } from './filter-fields.tsx'
import { EVERYTHING, isEverything } from './filters.ts'
import { download } from './icons.ts'
import { filterOf, type Period, WHEN } from './list-filter.ts'
import { type Act, ListGroup } from './list-group.tsx'
import { Nothing, Skeleton } from './list-states.tsx'
import './list.css'
import type { Agenda } from './use-agenda.ts'
import { usePages } from './use-pages.ts'

interface Props {
  agenda: Agenda
  catalogue: Catalogue
  today: string
  currency: string
  onAct: Act
}

const DEBOUNCE_MS = 300

export function ListView({ agenda, catalogue, today, currency, onAct }: Props) {
  const [period, setPeriod] = useState<Period>('upcoming')
  const [wanted, setWanted] = useState(EVERYTHING)
  const [when, setWhen] = useState('')
  const q = useSettled(wanted.q.trim(), DEBOUNCE_MS)
  const filter = filterOf({
    period,
    when,
    today,
    q,
    status: wanted.status,
    professional: wanted.professional,
  })
  const { page, isLoading, more, retry } = usePages(agenda, filter)
  const [isExporting, setExporting] = useState(false)
  const isFiltered = !isEverything(wanted) || when !== ''

  async function exportAll() {
    setExporting(true)
    const waiting = toast.loading('Preparando el archivo...')
    await downloadCsv(filter).catch((error) => toast.error(failureText(error, 'Error al exportar las citas')))
    toast.dismiss(waiting)
    setExporting(false)
  }

  function clear() {
    setWanted(EVERYTHING)
    setWhen('')
  }

  const ready = page && 'appointments' in page ? page : undefined
  const isWhole = ready !== undefined && ready.appointments.length >= ready.total
  return (
    <>
      <div className="list-tools">
        <div className="seg" role="group" aria-label="Periodo">
          {(['upcoming', 'past'] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={period === one}
              onClick={() => {
                setPeriod(one)
                if (one === 'past') setWhen('')
              }}
            >
              {one === 'upcoming' ? 'Próximas' : 'Pasadas'}
            </button>
          ))}
        </div>
        <div className="flt scroll-x">
          <FilterFields wanted={wanted} professionals={catalogue.professionals} onChange={setWanted} />
          <select
            className="input input-sm"
            aria-label="Fecha"
            value={when}
            onChange={({ target }) => {
              setWhen(target.value)
              if (target.value) setPeriod('upcoming')
            }}
          >
            <option value="">Todas las fechas</option>
            {WHEN.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <div className="list-acts">
          <p className="small muted num" role="status">
            {ready ? counted(ready.total, 'cita') : ' '}
          </p>
          {isFiltered && (
            <button type="button" className="btn btn-3 btn-sm" onClick={clear}>
              Limpiar<span>&nbsp;filtros</span>
            </button>
          )}
          <button
            type="button"
            className="btn btn-2 btn-sm"
            disabled={!ready?.total}
            aria-disabled={isExporting}
            onClick={() => !isExporting && void exportAll()}
          >
            {isExporting ? <span className="spinner" /> : <Icon d={download} className="icon-sm" />}
            <span>Exportar</span>
          </button>
        </div>
      </div>
      {page && 'failed' in page && (
        <Failed title="No pudimos mostrar tus citas" reason="Error cargando citas" onRetry={retry} />
      )}
      {!page && <Skeleton />}
      {ready?.appointments.length === 0 && <Nothing {...{ period, isFiltered }} onClear={clear} />}
      {ready && (
        <div className="stack" aria-busy={isLoading}>
          {groupsOf(ready.appointments).map(({ id, name, list }) => (
            <ListGroup
              key={id}
              {...{ name, list, today, currency, period, isWhole, onAct }}
              avatar={catalogue.professionals?.find((one) => one.id === id)?.avatar_url}
              toneOf={catalogue.toneOf}
            />
          ))}
          {!isWhole && (
            <button type="button" className="btn btn-2 more" aria-disabled={isLoading} onClick={more}>
              {isLoading && <span className="spinner" />}
              Cargar más
            </button>
          )}
        </div>
      )}
    </>
  )
}

function groupsOf(appointments: Appointment[]) {
  const groups = new Map<number, { id: number; name: string; list: Appointment[] }>()
  for (const one of appointments) {
    const { professional_id: id, professional_name: name } = one
    if (!groups.has(id)) groups.set(id, { id, name, list: [] })
    groups.get(id)!.list.push(one)
  }
  return [...groups.values()].sort((a, b) => a.name.localeCompare(b.name, 'es'))
}

/** A value that has not changed for a while. */
function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
