import { useEffect, useState } from 'react'
import type { Confirmed } from '../done/confirmed.ts'
import type { Booking } from '../use-booking.ts'
import { forget, isMasked, isRemembered, remember } from './remembered.ts'

/** 'Recordarme en este teléfono', off until somebody ticks it: a phone may be shared. */
export function Remember({ booking, confirmed }: { booking: Booking; confirmed: Confirmed }) {
  const { id } = booking.data.business
  const { token, until } = confirmed
  const [isKept, setKept] = useState<boolean>()
  const [isBusy, setBusy] = useState(false)
  const [isLeft, setLeft] = useState(false)
  useEffect(() => setKept(isRemembered(id)), [id])
  // Only for what was just booked here, by who typed it.
  const canKeep = token && until && !isMasked(token)
  if (isKept === undefined) return null
  if (!isKept && !canKeep)
    return isLeft ? (
      <p className="small muted" role="status">
        Este teléfono ya no recuerda tus datos.
      </p>
    ) : null

  async function keep(isWanted: boolean) {
    if (isBusy) return
    setBusy(true)
    setKept(isWanted)
    const isDone = await (isWanted ? remember(id, token!) : forget(id))
    setKept(isDone ? isWanted : !isWanted)
    setLeft(isDone && !isWanted)
    setBusy(false)
  }

  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isKept}
        aria-disabled={isBusy || undefined}
        onChange={({ target }) => void keep(target.checked)}
      />
      <span>
        Recordarme en este teléfono
        <span className="small muted">
          La próxima vez reservas en tres toques, sin escribir nada. Tus datos no quedan en el teléfono.
        </span>
      </span>
    </label>
  )
}
