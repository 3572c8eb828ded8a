import { addDays, bookingWindow, daysBetween, monthTitle, shortMonth, shortWeekday } from '#domain/dates.ts'
import { useEffect, useId, useRef } from 'react'
import type { FreeTimes } from './use-free-times.ts'

interface Props {
  free: FreeTimes
  today: string
  date: string | undefined
  onChoose: (date: string) => void
}

/** Today and the next thirty days, or all that are known: later ones load as it is scrolled. Days without free times are disabled. */
export function DateStrip({ free, today, date, onChoose }: Props) {
  const id = useId()
  const strip = useRef<HTMLDivElement>(null)
  const first = today
  const furthest = (free.loadMore && free.lastDate) ?? free.days.at(-1)?.date ?? first
  const usual = bookingWindow(today).last
  const last = furthest > usual ? furthest : usual
  const isThere = date !== undefined && date <= last
  // Only the strip scrolls, to the chosen date.
  useEffect(() => {
    const day = strip.current?.querySelector('input:checked')?.parentElement
    if (!strip.current || !day) return
    const frame = strip.current.getBoundingClientRect()
    const { left, right } = day.getBoundingClientRect()
    if (left < frame.left || right > frame.right) strip.current.scrollLeft += left - frame.left - 16
  }, [date, isThere])
  const dates = Array.from({ length: daysBetween(first, last) + 1 }, (_, i) => addDays(first, i))
  const open = new Set(free.days.map(({ date }) => date))

  function extend({ currentTarget }: { currentTarget: HTMLElement }) {
    const { scrollLeft, clientWidth, scrollWidth } = currentTarget
    if (free.loadMore && scrollWidth - scrollLeft < 2 * clientWidth) free.loadMore()
  }

  return (
    <fieldset>
      <legend id={id} className="label move-legend">
        Nueva fecha <small>{monthTitle(date ?? free.days[0]?.date ?? first)}</small>
      </legend>
      <div
        ref={strip}
        className="scroll-x move-dates"
        role="radiogroup"
        aria-busy={free.status === 'loading'}
        onScroll={extend}
        // At the end nothing scrolls any more.
        onPointerDown={extend}
        aria-labelledby={id}
        // The strip can be scrolled by keyboard even when it holds no focusable date.
        tabIndex={open.size === 0 ? 0 : undefined}
      >
        {dates.map((day) => (
          <label key={day} className="move-day">
            <input
              className="sr"
              type="radio"
              name="new_date"
              value={day}
              checked={day === date}
              disabled={!open.has(day)}
              onChange={() => onChoose(day)}
            />
            <span>{day === first ? 'Hoy' : shortWeekday(day)}</span>
            <b>{Number(day.slice(8))}</b>
            <span>{shortMonth(day)}</span>
            {free.status === 'ready' && !open.has(day) && <span className="sr">, sin horarios</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
