import { counted } from '#domain/numbers.ts'
import { mediumDate, shortWeekday } from '#domain/dates.ts'
import { type TouchEvent, useRef } from 'react'
import { turned, weekOf } from './span.ts'
import './week-strip.css'

interface Props {
  date: string
  today: string
  /** The number of a day's appointments; undefined until it is known. */
  countOf: (date: string) => number | undefined
  onChange: (date: string) => void
}

/** A finger that went so far sideways, and less far up or down, meant another week. */
const SWIPE_PX = 48

/** On phones: the days of the week, with a dot on days that have appointments. A swipe leads to the next week or the last. */
export function WeekStrip({ date, today, countOf, onChange }: Props) {
  const begun = useRef<{ x: number; y: number }>(undefined)
  const start = ({ touches }: TouchEvent) => {
    const touch = touches[0]!
    begun.current = touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined
  }
  const end = ({ changedTouches }: TouchEvent) => {
    const touch = changedTouches[0]!
    if (!begun.current) return
    const [x, y] = [touch.clientX - begun.current.x, touch.clientY - begun.current.y]
    if (Math.abs(x) < SWIPE_PX || Math.abs(y) > Math.abs(x)) return
    onChange(turned('semana', date, x < 0 ? 1 : -1))
  }
  return (
    <div className="wk" role="group" aria-label="Día de la semana" onTouchStart={start} onTouchEnd={end}>
      {weekOf(date).map((day) => {
        const count = countOf(day)
        return (
          <button
            key={day}
            type="button"
            aria-pressed={day === date}
            aria-current={day === today ? 'date' : undefined}
            className={count ? 'has' : undefined}
            onClick={() => onChange(day)}
          >
            {shortWeekday(day)} <b>{Number(day.slice(8))}</b>
            <i />
            <span className="sr">
              , {mediumDate(day)}
              {count !== undefined && `, ${counted(count, 'cita')}`}
            </span>
          </button>
        )
      })}
    </div>
  )
}
