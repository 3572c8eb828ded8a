import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { shortTitleOf, type Span, SPANS, titleOf, turned } from './calendar/span.ts'
import { PrintDay } from '../print/print-day.tsx'
import type { Professional } from '#domain/api/professional.ts'
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
}

const TURNS: Record<Span, [back: string, forth: string]> = {
  dia: ['Día anterior', 'Día siguiente'],
  '2dias': ['2 días antes', '2 días después'],
  semana: ['Semana anterior', 'Semana siguiente'],
}

/** Chooses the days, their number, and filters. */
export function Tools({ view, days, today, filters, professionals, onFilters }: Props) {
  const { span, date, isWide, goTo } = view
  const [isOpen, setOpen] = useState(false)
  // On phones, the strip shows the days of a week, and the arrows change the week.
  const turn = isWide ? span : 'semana'
  const [back, forth] = TURNS[turn]
  const arrows = (
    <>
      <button type="button" className="btn btn-2 btn-sm" onClick={() => goTo(today)}>
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
  const fields = (
    <FilterFields filters={filters} professionals={professionals} hint="Buscar" onChange={onFilters} />
  )
  const clear = !isEmpty(filters) && (
    <button type="button" className="btn btn-3 btn-sm" onClick={() => onFilters(NO_FILTERS)}>
      Limpiar filtros
    </button>
  )

  if (isWide)
    return (
      <div className="cal-tools">
        {arrows}
        <h2 aria-live="polite">{titleOf(days)}</h2>
        {clear}
        {fields}
        {spans}
        <PrintDay date={date} className="x" isSmall />
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
        <button
          type="button"
          className={isEmpty(filters) ? 'x filter-x' : 'x filter-x on'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon d={filterIcon} />
          <span className="sr">Filtros{!isEmpty(filters) && ', hay filtros puestos'}</span>
        </button>
      </div>
      {isOpen && (
        <div className="cal-tools cal-filters">
          {fields}
          {clear}
        </div>
      )}
    </>
  )
}
