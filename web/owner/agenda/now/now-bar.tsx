import { LONGEST_MINUTES } from '#domain/limits.ts'
import { ownDurationError, SHORTEST_MINUTES } from '#domain/counter.ts'
import { amPm, amPmRange, durationText, minutesOf } from '#domain/dates.ts'
import { Icon } from '../../../ui/icon.tsx'
import { plus } from '../../../ui/icons-panel.ts'
import type { AppointmentForm } from '../form/use-appointment-form.ts'

const STEP = 5
const minus = 'M5 12h14'

interface Props {
  form: AppointmentForm
  /** The minutes of the service, where they are known. */
  usual: number | undefined
  /** The present minute. */
  minute: number
}

/** The minutes that the appointment takes: its own, or those of the service. */
export function minutesIn(own: string, usual: number | undefined): number | undefined {
  return own.trim() !== '' && ownDurationError(own.trim()) === undefined ? Number(own) : usual
}

/** From when to when it lasts, going on with the clock, and how long. */
export function NowBar({ form, usual, minute }: Props) {
  const { values, set } = form
  const time = values.appointment_time
  const minutes = minutesIn(values.duration_minutes, usual)
  const span = time === '' ? '' : minutes === undefined ? amPm(time) : amPmRange(time, minutes)

  function stepBy(step: number) {
    if (minutes === undefined) return
    const next = Math.min(LONGEST_MINUTES, Math.max(SHORTEST_MINUTES, minutes + step))
    set({ duration_minutes: next === usual ? '' : String(next), anyway: '' })
  }
  const step = (by: number, name: string, icon: string) => (
    <button
      type="button"
      aria-label={name}
      aria-disabled={minutes === undefined || minutes === (by < 0 ? SHORTEST_MINUTES : LONGEST_MINUTES)}
      onClick={() => stepBy(by)}
    >
      <Icon d={icon} />
    </button>
  )
  return (
    <div className="now-bar">
      <i className="now-dot" />
      <p>
        {time === '' ? (
          <b>Elige la hora</b>
        ) : (
          <>
            <b className="only-d">{span}</b>
            <b className="only-m">{minutes === undefined ? span : span.replace(/ [ap]m/g, '')}</b>
          </>
        )}
        <small>{time !== '' && (values.ticks ? 'Empieza ya' : begins(minutesOf(time) - minute))}</small>
      </p>
      <div className="now-step" role="group" aria-label="Duración">
        {step(-STEP, '5 minutos menos', minus)}
        <output>{minutes === undefined ? '—' : durationText(minutes)}</output>
        {step(STEP, '5 minutos más', plus)}
      </div>
    </div>
  )
}

/** What is typed may have begun, or be for later. */
function begins(ahead: number): string {
  if (ahead === 0) return 'Empieza ya'
  return ahead < 0 ? `Empezó hace ${durationText(-ahead)}` : `Empieza en ${durationText(ahead)}`
}
