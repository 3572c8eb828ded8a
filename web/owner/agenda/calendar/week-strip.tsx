import { counted } from '#domain/numbers.ts'
import { mediumDate, shortWeekday } from '#domain/dates.ts'
import { weekOf } from './span.ts'
import './week-strip.css'

interface Props {
  date: string
  today: string
  /** The number of a day's appointments; undefined until it is known. */
  countOf: (date: string) => number | undefined
  onChange: (date: string) => void
}

/** On phones: the days of the week, with a dot on days that have appointments. */
export function WeekStrip({ date, today, countOf, onChange }: Props) {
  return (
    <div className="wk" role="group" aria-label="Día de la semana">
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
