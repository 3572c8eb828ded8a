import { counted } from '#domain/numbers.ts'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { warning } from '../../ui/icons-panel.ts'
import './conflicts.css'

interface Props {
  label: string
  count: number
  /** There are more than are counted. */
  hasMore?: boolean
  isBusy?: boolean
  /** Missing where there are not several to cancel. */
  onCancelAll: (() => void) | false
  children: ReactNode
}

/** Appointments that stand in the way: how many, and a row each. */
export function ConflictList({
  label,
  count,
  hasMore = false,
  isBusy = false,
  onCancelAll,
  children,
}: Props) {
  return (
    <section className="conf" aria-label={label} aria-busy={isBusy}>
      <div className="conf-h">
        <span role="status">
          <Icon d={warning} />
          Hay {hasMore ? 'más de ' : ''}
          {counted(count, 'cita')} en ese tiempo
        </span>
        {onCancelAll && (
          <button type="button" onClick={onCancelAll}>
            Cancelar todas y avisar
          </button>
        )}
      </div>
      {children}
    </section>
  )
}
