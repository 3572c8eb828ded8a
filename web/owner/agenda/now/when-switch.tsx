import { ANY } from '#domain/choice.ts'
import { clockTime, nowIn } from '#domain/dates.ts'
import { useEffect, useRef } from 'react'
import { presentMs } from '../../../server-clock.ts'
import type { AppointmentForm } from '../form/use-appointment-form.ts'

const TICK_MS = 5_000

/** 'Ahora' or later; now goes on until a time is typed or the form is sent: sent again, it is the same request. */
export function WhenSwitch({ form, timezone }: { form: AppointmentForm; timezone: string }) {
  const { values, set } = form
  const isNow = values.now !== ''
  const isTicking = values.ticks !== ''
  // Who is to come later leaves what was asked of them before.
  const walkInBefore = useRef<'' | 'yes'>('')
  // Who attends at this minute is known.
  const someone = values.professional_id === ANY ? { professional_id: '' } : {}
  useEffect(() => {
    if (!isTicking) return
    const tick = () => {
      const { date, minute } = nowIn(timezone, presentMs())
      set({ appointment_date: date, appointment_time: clockTime(minute) })
    }
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [isTicking, timezone, set])

  function begin() {
    walkInBefore.current = values.walk_in
    set({ now: 'yes', ticks: 'yes', walk_in: 'yes', anyway: '', ...someone })
  }
  const later = () =>
    set({ now: '', ticks: '', walk_in: walkInBefore.current, appointment_time: '', anyway: '' })

  return (
    <div className="seg fwhen" role="group" aria-label="Cuándo">
      <button type="button" aria-pressed={isNow} onClick={() => !isNow && begin()}>
        Ahora
      </button>
      <button type="button" aria-pressed={!isNow} onClick={() => isNow && later()}>
        Agendar
      </button>
    </div>
  )
}
