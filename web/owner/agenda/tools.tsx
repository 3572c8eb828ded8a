import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { shortTitleOf, type Span, SPANS, titleOf, turned } from './calendar/span.ts'
import { PrintDays } from '../print/print-days.tsx'
import type { Professional } from '#domain/api/professional.ts'
import { close, users } from '../../ui/icons.ts'
import { FoundAppointments } from '../search/found-appointments.tsx'
import { FilterFields } from './filter-fields.tsx'
import { NO_FILTERS, isEmpty, type Filters } from './filters.ts'
import { chevronLeft, chevronRight, filter as filterIcon } from '../parts/icons.ts'
import type { View } from './use-view.ts'

interface Props {
  view: View
  days: string[]
  today: string
  filters: Filters
  professionals: Professional[] | undefined
  onFilters: (filters: Filters) => void
  /** Shows the present time. */
  onToday: () => void
  /** The appointment that was found by searching. */
  onFound: (about: { id: number; date: string }) => void
}

const TURNS: Record<Span, [back: string, forth: string]> = {
  dia: ['Día anterior', 'Día siguiente'],
  '2dias': ['2 días antes', '2 días después'],
  semana: ['Semana anterior', 'Semana siguiente'],
}

/** Chooses the days, their number, and filters. */
export function Tools(props: Props) {
  const { view, days, today, filters, professionals, onFilters, onToday, onFound } = props
  const { span, date, isWide, goTo } = view
  const [isOpen, setOpen] = useState(false)
  // On phones, the strip shows the days of a week, and the arrows change the week.
  const turn = isWide ? span : 'semana'
  const [back, forth] = TURNS[turn]
  const arrows = (
    <>
      <button type="button" className="btn btn-2 btn-sm" onClick={onToday}>
        Hoy
      </button>
      <button type="button" className="x" aria-label={back} onClick={() => goTo(turned(turn, date, -1))}>
        <Icon d={chevronLeft} />
      </button>
      <button type="button" className="x" aria-label={forth} onClick={() => goTo(turned(turn, date, 1))}>
        <Icon d={chevronRight} />
      </button>
    </>
  )
  const spans = (
    <div className="seg" role="group" aria-label="Rango">
      {SPANS.map(([name, label]) => (
        <button key={name} type="button" aria-pressed={span === name} onClick={() => goTo(date, name)}>
          {label}
        </button>
      ))}
    </div>
  )
  const byPerson = span === 'dia' && !view.isOwn && (
    <button
      type="button"
      className="btn btn-2 btn-sm by-person"
      aria-pressed={view.isByPerson}
      onClick={view.turnByPerson}
    >
      <Icon d={users} />
      <span>Por persona</span>
    </button>
  )
  const fields = (
    <FilterFields filters={filters} professionals={professionals} hint="Buscar" onChange={onFilters}>
      <FoundAppointments q={filters.q} today={today} onPick={onFound} />
    </FilterFields>
  )
  // Keeps its place while there is nothing to clear, so that the first letter typed moves nothing.
  const clear = (
    <button
      type="button"
      className={view.isWide ? 'x cal-clear' : 'btn btn-3 btn-sm cal-clear'}
      data-idle={isEmpty(filters)}
      title={view.isWide ? 'Limpiar filtros' : undefined}
      onClick={() => onFilters(NO_FILTERS)}
    >
      {view.isWide && <Icon d={close} />}
      <span className={view.isWide ? 'sr' : undefined}>Limpiar filtros</span>
    </button>
  )

  const filter = (
    <button
      type="button"
      className={isEmpty(filters) ? 'x filter-x' : 'x filter-x on'}
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      <Icon d={filterIcon} />
      <span className="sr">Filtros{!isEmpty(filters) && ', hay filtros puestos'}</span>
    </button>
  )
  const opened = isOpen && (
    <div className="cal-tools cal-filters">
      {fields}
      {clear}
    </div>
  )

  // Beside the own agenda stands who comes: its row has no room for fields.
  if (isWide && view.isOwn)
    return (
      <>
        <div className="cal-tools">
          {arrows}
          <h2 aria-live="polite">{titleOf(days)}</h2>
          {filter}
          {spans}
          <PrintDays days={days} className="x" isSmall />
        </div>
        {opened}
      </>
    )
  if (isWide)
    return (
      <div className="cal-tools">
        {arrows}
        <h2 aria-live="polite">{titleOf(days)}</h2>
        {fields}
        {clear}
        {byPerson}
        {spans}
        <PrintDays days={days} className="x" isSmall />
      </div>
    )
  return (
    <>
      <div className="cal-tools">
        <h2 aria-live="polite">{shortTitleOf(days)}</h2>
        {arrows}
      </div>
      <div className="cal-tools">
        {spans}
        {byPerson}
        {filter}
      </div>
      {opened}
    </>
  )
}
