import { Icon } from '../ui/icon.tsx'
import { retry } from '../ui/icons.ts'

/** Shown in place of what could not be loaded. */
export const Retry = ({ what, onRetry }: { what: string; onRetry: () => void }) => (
  <div className="admin-retry">
    <span>No pudimos cargar {what}.</span>
    <button type="button" className="btn btn-2" onClick={onRetry}>
      <Icon d={retry} className="icon-sm" />
      Reintentar
    </button>
  </div>
)
