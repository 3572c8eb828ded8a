import { useState } from 'react'
import { FOUR_SECONDS, toast } from '../../../ui/toast.tsx'
import type { Booking } from '../use-booking.ts'
import { forget, toTitle } from './remembered.ts'

/** Forgets in this browser whom it remembers, and goes on with nobody. */
export function NotMe({ booking, name }: { booking: Booking; name: string }) {
  const [isBusy, setBusy] = useState(false)

  async function leave() {
    if (isBusy) return
    setBusy(true)
    const isDone = await forget(booking.data.business.id)
    setBusy(false)
    if (!isDone) return
    toTitle()
    booking.begin(null)
    toast.success('Listo: este teléfono ya no te recuerda', FOUR_SECONDS)
  }

  return (
    <button type="button" className="link" aria-disabled={isBusy || undefined} onClick={() => void leave()}>
      No soy {name}
    </button>
  )
}
