import { Icon } from '../icon.tsx'
import { retry } from '../icons.ts'

interface Props {
  what: string
  onRetry: () => void
  className?: string
}

/** Within a card whose data did not come, in their place. */
export const NotLoaded = ({ what, onRetry, className = '' }: Props) => (
  <div className={`row wrap ${className}`}>
    <p className="small">No pudimos cargar {what}.</p>
    <button type="button" className="btn btn-2 btn-sm" onClick={onRetry}>
      <Icon d={retry} className="icon-sm" />
      Reintentar
    </button>
  </div>
)
