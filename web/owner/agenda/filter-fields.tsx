import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { search } from '../../ui/icons-panel.ts'
import type { Professional } from '#domain/api/professional.ts'
import { STATUSES, type Filters } from './filters.ts'

interface Props {
  filters: Filters
  professionals: Professional[] | undefined
  /** The placeholder of the search. */
  hint?: string
  onChange: (filters: Filters) => void
  /** What the search found, shown below its field. */
  children?: ReactNode
}

const SEARCH = 'Buscar cliente o servicio'

/** Filters by text, status and professional. */
export function FilterFields({ filters, professionals, hint = SEARCH, onChange, children }: Props) {
  const set = (part: Partial<Filters>) => onChange({ ...filters, ...part })
  return (
    <>
      <div className="find">
        <div className="input-wrap">
          <Icon d={search} className="icon-sm" />
          <input
            className="input input-sm"
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            placeholder={hint}
            aria-label={SEARCH}
            maxLength={120}
            value={filters.q}
            onChange={({ target }) => set({ q: target.value })}
          />
        </div>
        {children}
      </div>
      <select
        className="input input-sm"
        aria-label="Estado"
        value={filters.status}
        onChange={({ target }) => set({ status: target.value as Filters['status'] })}
      >
        <option value="">Todos los estados</option>
        {STATUSES.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {/* Nobody is chosen from among one. */}
      {professionals?.length !== 1 && (
        <select
          className="input input-sm"
          aria-label="Profesional"
          value={filters.professional}
          onChange={({ target }) => set({ professional: target.value })}
        >
          <option value="">Todo el equipo</option>
          {professionals?.map(({ id, professional_name }) => (
            <option key={id} value={id}>
              {professional_name}
            </option>
          ))}
        </select>
      )}
    </>
  )
}
