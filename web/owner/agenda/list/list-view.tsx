import { isSameEmail } from '#domain/account.ts'
import type { Moment } from '#domain/appointment.ts'
import { counted } from '#domain/numbers.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Icon } from '../../../ui/icon.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Appointment } from '../../data/appointment.ts'
import { failureText } from '../../parts/failures.ts'
import { Failed } from '../../parts/states.tsx'
import { downloadCsv, listQuery } from '../../data/appointments.ts'
import { useFailureToast } from '../../parts/use-failure-toast.ts'
import { useFocusNext } from '../../parts/use-focus-return.ts'
import type { Catalogue } from '../use-catalogue.ts'
import { useDebounced } from '../../parts/use-debounced.ts'
import type { Allowed } from '../allowed.ts'
import { FilterFields } from '../filter-fields.tsx'
import { isEmpty, NO_FILTERS } from '../filters.ts'
import { checks, download } from '../../parts/icons.ts'
import { SelectionBar } from '../many/selection-bar.tsx'
import { useSelection } from '../many/use-selection.ts'
import { filterOf, type Period, WHEN } from './list-filter.ts'
import { ListGroup, type OnAction } from './list-group.tsx'
import { Nothing, Skeleton } from './list-states.tsx'
import './list.css'

interface Props {
  catalogue: Catalogue
  now: Moment
  currency: string
  allowed: Allowed
  onAction: OnAction
  /** What comes below the list, once it is known how long that is. */
  below: ReactNode
}

const DEBOUNCE_MS = 300

const PERIODS: [value: Period, label: string][] = [
  ['upcoming', 'Próximas'],
  ['past', 'Pasadas'],
]

export function ListView({ catalogue, now, currency, allowed, onAction, below }: Props) {
  const today = now.date
  // A link may ask once for those that are over, by what they say: in the address it would come back with every reload.
  const [params, setParams] = useSearchParams()
  const sought = params.get('pasadas')
  const [period, setPeriod] = useState<Period>(sought === null ? 'upcoming' : 'past')
  const [filters, setFilters] = useState({ ...NO_FILTERS, q: sought ?? '' })
  const [when, setWhen] = useState('')
  useEffect(() => {
    if (sought === null) return
    const without = (before: URLSearchParams) => (before.delete('pasadas'), before)
    setParams(without, { replace: true, preventScrollReset: true })
  }, [sought, setParams])
  const { status, professional } = filters
  const q = useDebounced(filters.q.trim(), DEBOUNCE_MS)
  const filter = filterOf({ period, when, today, q, status, professional })
  const query = useInfiniteQuery({ ...listQuery(filter), placeholderData: keepPreviousData })
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = query
  useFailureToast(isFetching ? null : error, () => 'Error cargando citas')
  const [isExporting, setExporting] = useState(false)
  const isFiltered = !isEmpty(filters) || when !== ''
  const selection = useSelection(today)
  const focusNext = useFocusNext()

  /** The page books under any e-mail: all that came under one are seen and chosen together. */
  function chooseSame({ client_email }: Appointment) {
    if (client_email === null) return
    const same = { period, when: '', today, status: '', professional: '', q: client_email } as const
    setFilters({ ...NO_FILTERS, q: client_email })
    setWhen('')
    // A search finds parts of words: 'ana@…' is in 'juana@…'.
    const isSame = (found: Appointment) => isSameEmail(found.client_email ?? '', client_email)
    void selection.chooseAll(filterOf(same), isSame)
  }

  async function exportAll() {
    setExporting(true)
    const waiting = toast.loading('Preparando el archivo...')
    await downloadCsv(filter).catch((error) => toast.error(failureText(error, 'Error al exportar las citas')))
    toast.dismiss(waiting)
    setExporting(false)
  }

  function clear() {
    setFilters(NO_FILTERS)
    setWhen('')
    focusNext('.flt select')
  }

  async function loadMore(pressed: Element) {
    const { data } = await fetchNextPage()
    const first = data?.pages.at(-1)?.appointments[0]
    if (first) focusNext(`.apt[data-id="${first.id}"] .cl button`, pressed)
  }

  const appointments = data?.pages.flatMap((page) => page.appointments)
  const total = data?.pages.at(-1)?.total
  const hasFailed = !data && !isFetching && error !== null
  return (
    <>
      <div className="list-tools">
        <div className="seg" role="group" aria-label="Periodo">
          {PERIODS.map(([value, label]) => (
            <button
              key={value}
              type="button"
              aria-pressed={period === value}
              onClick={() => {
                setPeriod(value)
                if (value === 'past') setWhen('')
                selection.end()
              }}
            >
              {label}
            </button>
          ))}
        </div>
        <div className="flt scroll-x">
          <FilterFields filters={filters} professionals={catalogue.professionals} onChange={setFilters} />
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
            {total === undefined ? ' ' : counted(total, 'cita')}
          </p>
          {isFiltered && (
            <button type="button" className="btn btn-3 btn-sm" onClick={clear}>
              Limpiar<span>&nbsp;filtros</span>
            </button>
          )}
          {allowed.books && period === 'upcoming' && !selection.chosen && (
            <button type="button" className="btn btn-2 btn-sm" disabled={!total} onClick={selection.begin}>
              <Icon d={checks} className="icon-sm" />
              <span>Elegir varias</span>
            </button>
          )}
          {allowed.exports && (
            <button
              type="button"
              className="btn btn-2 btn-sm"
              disabled={!total}
              aria-disabled={isExporting}
              onClick={() => !isExporting && void exportAll()}
            >
              {isExporting ? <span className="spinner" /> : <Icon d={download} className="icon-sm" />}
              <span>Exportar</span>
            </button>
          )}
        </div>
      </div>
      {hasFailed && (
        <Failed title="No pudimos mostrar tus citas" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !hasFailed && <Skeleton />}
      {appointments?.length === 0 && <Nothing period={period} isFiltered={isFiltered} onClear={clear} />}
      {appointments && (
        <div className="stack" aria-busy={isFetching}>
          {groupsOf(appointments).map(({ id, name, list }) => (
            <ListGroup
              key={id}
              name={name}
              list={list}
              now={now}
              currency={currency}
              period={period}
              isWhole={!hasNextPage}
              onAction={onAction}
              chosen={selection.chosen}
              onChoose={selection.toggle}
              onChooseSame={chooseSame}
              avatar={catalogue.professionals?.find((professional) => professional.id === id)?.avatar_url}
              toneOf={catalogue.toneOf}
            />
          ))}
          {hasNextPage && (
            <button
              type="button"
              className="btn btn-2 more"
              aria-disabled={isFetching}
              onClick={({ currentTarget }) => !isFetching && void loadMore(currentTarget)}
            >
              {isFetching && <span className="spinner" />}
              Cargar más
            </button>
          )}
        </div>
      )}
      {selection.chosen && <SelectionBar selection={selection} today={today} filter={filter} />}
      {(data || hasFailed) && below}
    </>
  )
}

function groupsOf(appointments: Appointment[]) {
  const groups = new Map<number, { id: number; name: string; list: Appointment[] }>()
  for (const appointment of appointments) {
    const { professional_id: id, professional_name: name } = appointment
    if (!groups.has(id)) groups.set(id, { id, name, list: [] })
    groups.get(id)!.list.push(appointment)
  }
  return [...groups.values()].sort((a, b) => a.name.localeCompare(b.name, 'es'))
}
