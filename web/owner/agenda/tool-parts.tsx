import type { Professional } from '#domain/api/professional.ts'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { close, users } from '../../ui/icons.ts'
import { FoundAppointments } from '../search/found-appointments.tsx'
import { FilterFields } from './filter-fields.tsx'
import { isEmpty, NO_FILTERS, type Filters } from './filters.ts'
import type { View } from './use-view.ts'

export interface ToolsProps {
  view: View
  days: string[]
  today: string
  filters: Filters
  professionals: Professional[] | undefined
  /** How many past appointments nobody has marked. */
  unmarked: number
  onReview: () => void
  /** Undefined for whoever has no quick entry. */
  onQuick: (() => void) | undefined
  onFilters: (filters: Filters) => void
  /** Shows the present time. */
  onToday: () => void
  /** The appointment that was found by searching. */
  onFound: (about: { id: number; date: string }) => void
  /** Chooses the people whose columns are shown, where something else stands above these. */
  chips: ReactNode
}

/** Turns between a column for each professional and everybody's appointments in one. */
export const ByPerson = ({ view }: { view: View }) =>
  view.span === 'dia' &&
  !view.isOwn && (
    <button
      type="button"
      className="btn btn-2 btn-sm by-person"
      aria-pressed={view.isByPerson}
      onClick={view.turnByPerson}
    >
      <Icon d={users} />
      Por persona
    </button>
  )

/** The search and the filters of the shown days, and what empties them. */
export function Fields({
  filters,
  professionals,
  today,
  onFilters,
  onFound,
}: Pick<ToolsProps, 'filters' | 'professionals' | 'today' | 'onFilters' | 'onFound'>) {
  return (
    <>
      <FilterFields filters={filters} professionals={professionals} hint="Buscar" onChange={onFilters}>
        <FoundAppointments q={filters.q} today={today} onPick={onFound} />
      </FilterFields>
      {/* Keeps its place while there is nothing to clear, so that the first letter typed moves nothing. */}
      <button
        type="button"
        className="btn btn-3 btn-sm cal-clear"
        data-idle={isEmpty(filters)}
        onClick={() => onFilters(NO_FILTERS)}
      >
        <Icon d={close} className="icon-sm" />
        Limpiar filtros
      </button>
    </>
  )
}
