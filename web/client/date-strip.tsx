import { addDays, bookingWindow, daysBetween, monthTitle, shortMonth, shortWeekday } from '#domain/dates.ts'
import { useId } from 'react'
import type { FreeTimes } from './use-free-times.ts'

interface Props {
  free: FreeTimes
  today: string
  date: string | undefined
  onChoose: (date: string) => void
}

/** Today and the next thirty days; those without free times cannot be chosen. */
export function DateStrip({ free, today, date, onChoose }: Props) {
  const id = useId()
  const { first, last } = bookingWindow(today)
  const dates = Array.from({ length: daysBetween(first, last) + 1 }, (_, i) => addDays(first, i))
  const open = new Set(free.days.map(({ date }) => date))
  return (
    <fieldset>
      <legend id={id} className="label move-legend">
        Nueva fecha <small>{monthTitle(date ?? free.days[0]?.date ?? first)}</small>
      </legend>
      <div
        className="scroll-x move-dates"
        role="radiogroup"
        aria-labelledby={id}
        // Scrolled by the keys also while there is no date in it to stand on.
        tabIndex={open.size === 0 ? 0 : undefined}
      >
        {dates.map((one) => (
          <label key={one} className="move-day">
            <input
              className="sr"
              type="radio"
              name="new_date"
              value={one}
              checked={one === date}
              disabled={!open.has(one)}
              onChange={() => onChoose(one)}
            />
            <span>{one === first ? 'Hoy' : shortWeekday(one)}</span>
            <b>{Number(one.slice(8))}</b>
            <span>{shortMonth(one)}</span>
            {free.status === 'ready' && !open.has(one) && <span className="sr">, sin horarios</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
