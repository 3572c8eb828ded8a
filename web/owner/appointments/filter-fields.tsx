import { Icon } from '../../ui/icon.tsx'
import { search } from '../../ui/icons-panel.ts'
import type { Professional } from './catalogue.ts'
import { STATUSES, type Wanted } from './filters.ts'

interface Props {
  wanted: Wanted
  professionals: Professional[] | undefined
  /** What the empty search says. */
  hint?: string
  onChange: (wanted: Wanted) => void
}

const SEARCH = 'Buscar cliente o servicio'

/** Search, status and professional. */
export function FilterFields({ wanted, professionals, hint = SEARCH, onChange }: Props) {
  const set = (part: Partial<Wanted>) => onChange({ ...wanted, ...part })
  return (
    <>
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
          value={wanted.q}
          onChange={({ target }) => set({ q: target.value })}
        />
      </div>
      <select
        className="input input-sm"
        aria-label="Estado"
        value={wanted.status}
        onChange={({ target }) => set({ status: target.value })}
      >
        <option value="">Todos los estados</option>
        {STATUSES.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <select
        className="input input-sm"
        aria-label="Profesional"
        value={wanted.professional}
        onChange={({ target }) => set({ professional: target.value })}
      >
        <option value="">Todo el equipo</option>
        {professionals?.map(({ id, professional_name }) => (
          <option key={id} value={id}>
            {professional_name}
          </option>
        ))}
      </select>
    </>
  )
}
