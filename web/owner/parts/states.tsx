import { type Ref } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { retry, wifiOff } from '../../ui/icons.ts'
import '../../ui/empty.css'
import { search, warning } from '../../ui/icons-panel.ts'
import { NO_CONNECTION } from '../../ui/api.ts'
import { isLost, whyText } from '../../ui/loading/why.ts'
import './states.css'

interface FailedProps {
  title: string
  error: unknown
  onRetry: () => void
}

/** Shown in place of a screen whose data could not be loaded, with the reason; without a network in the words of ERR-004. */
export function Failed({ title, error, onRetry }: FailedProps) {
  return (
    <div className="card empty" role="alert">
      <Icon d={isLost(error) ? wifiOff : warning} className="failed-sign" />
      <h2 className="h3">{title}</h2>
      <p className="muted">{isLost(error) ? NO_CONNECTION : whyText(error)}</p>
      <button type="button" className="btn btn-2" onClick={onRetry}>
        <Icon d={retry} />
        Reintentar
      </button>
    </div>
  )
}

/** Placeholders for cards, if loading takes more than a moment. */
export function CardSkeletons({ label, className }: { label: string; className: string }) {
  return (
    <div className="cg late" role="status">
      <span className="sr">{label}</span>
      {Array.from({ length: 6 }, (_, i) => (
        <div key={i} className={`card ${className}`} aria-hidden="true">
          <span className="skeleton" />
          <span className="skeleton" />
          <span className="skeleton" />
        </div>
      ))}
    </div>
  )
}

interface SearchProps {
  label: string
  /** What the box itself says, where the label would be cut off. */
  placeholder?: string
  value: string
  onChange: (value: string) => void
  /** The input, to type on in once a search was cleared. */
  ref?: Ref<HTMLInputElement>
}

export function SearchBox({ label, placeholder = label, value, onChange, ref }: SearchProps) {
  return (
    <div className="input-wrap grow">
      <Icon d={search} />
      <input
        ref={ref}
        className="input"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        placeholder={placeholder}
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}

/** Shown when a search found nothing. */
export function NothingFound({ what, text, onClear }: { what: string; text: string; onClear: () => void }) {
  return (
    <div className="card empty" role="status">
      <h2 className="h3">
        {what} con “{text.trim()}”
      </h2>
      <button type="button" className="btn btn-2" onClick={onClear}>
        Borrar la búsqueda
      </button>
    </div>
  )
}

/** Whether every word of `search` is in one of the texts, ignoring accents. */
export function matches(search: string, ...texts: (string | null)[]): boolean {
  const text = plain(texts.join(' '))
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
