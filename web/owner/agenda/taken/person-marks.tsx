import type { CSSProperties } from 'react'
import { type Appointment, startOf } from '../../data/appointment.ts'
import { pauseData } from './pause.ts'
import { takenOf } from './parts.ts'
import './taken.css'

interface Props {
  appointment: Appointment
  tone: number
  column: number
  /** Where minutes lie in the column; undefined where they are not in sight. */
  place: (from: number, to: number) => CSSProperties | undefined
  /** The part of the width that its card has. */
  lane: CSSProperties | undefined
}

/** Beside a card of the day by professional: what is before and after it, and its pause. */
export function PersonMarks({ appointment, tone, column, place, lane }: Props) {
  const { before, after, pause } = takenOf(appointment)
  const start = startOf(appointment)
  const end = start + appointment.duration_minutes
  const mark = (name: string, from: number, to: number) => {
    const style = place(from, to)
    return (
      style && <i className={`${name} t${tone}`} style={{ ...style, ...lane }} data-of={appointment.id} />
    )
  }
  const pauseStyle = pause && place(start + pause[0], start + pause[1])
  return (
    <>
      {before > 0 && mark('pbuf before', start - before, start)}
      {after > 0 && mark('pbuf', end, end + after)}
      {pause && pauseStyle && (
        <i
          className={`ppause t${tone}`}
          style={{ ...pauseStyle, ...lane }}
          data-of={appointment.id}
          {...pauseData(column, start + pause[0], start + pause[1])}
        >
          {pause[1] - pause[0] >= 20 && 'En proceso'}
        </i>
      )}
    </>
  )
}
