import { useQuery } from '@tanstack/react-query'
import { Icon } from '../../../ui/icon.tsx'
import { check } from '../../../ui/icons.ts'
import type { Appointment } from '../../data/appointment.ts'
import type { unconfirmedQuery } from '../../data/appointments.ts'
import { Failed } from '../../parts/states.tsx'

interface Props {
  asked: ReturnType<typeof unconfirmedQuery>
  /** Begins anew with those that are left. */
  onMore: (appointments: Appointment[]) => void
  onBack: (() => void) | undefined
  onClose: () => void
}

/** The end of a review: what was left for later, or did not come in the list, is still unmarked. */
export function ReviewEnd({ asked, onMore, onBack, onClose }: Props) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({ ...asked, refetchOnMount: 'always' })
  if (isFetchedAfterMount && error) return <NotLoaded error={error} onRetry={() => void refetch()} />
  if (!isFetchedAfterMount || !data) return <Loading />
  const { total } = data
  return (
    <div className="review-past-end" role="status">
      {total === 0 && (
        <span className="review-past-sign">
          <Icon d={check} className="icon-lg" />
        </span>
      )}
      <p>
        <b>{leftText(total)}</b>
      </p>
      {total > 0 && (
        <button type="button" className="btn" autoFocus onClick={() => onMore(data.appointments)}>
          Seguir
        </button>
      )}
      <button
        type="button"
        className={total > 0 ? 'btn btn-2' : 'btn'}
        autoFocus={total === 0}
        onClick={onClose}
      >
        Listo
      </button>
      {onBack && (
        <button type="button" className="btn btn-3 btn-sm" onClick={onBack}>
          Volver a la anterior
        </button>
      )}
    </div>
  )
}

const leftText = (total: number): string => {
  if (total === 0) return 'No queda ninguna por revisar.'
  return total === 1 ? 'Queda 1 cita sin marcar.' : `Quedan ${total} citas sin marcar.`
}

export const Loading = () => (
  <p className="review-past-end late" role="status">
    <span className="spinner" />
    Cargando…
  </p>
)

export const NotLoaded = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <Failed title="No pudimos mostrar las citas sin marcar" error={error} onRetry={onRetry} />
)
